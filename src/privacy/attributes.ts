/** Which attributes hold text that people or tools wrote, and what a capture mode keeps of the others. */
import type { Settings } from "../settings/schema.ts";
import { CONTENT, CONTENT_NAMES } from "./content-names.ts";

export type CaptureMode = Settings["captureMode"];

/**
 * What may be stored of an attribute's value.
 *
 * `anywhere`: all, less secrets. `written`: all, less secrets and what the rules for written text find. `figures`: of a
 * text that is JSON its numbers and truth values. `facts`: only numbers, truth values and times. `nothing`: the
 * attribute is left out.
 */
export type Place = (typeof PLACES)[number];

/** From the place that keeps most to the one that keeps nothing. */
const PLACES = ["anywhere", "written", "figures", "facts", "nothing"] as const;

/**
 * What an attribute of this key may keep. Outside `full`, a text is kept only under a name that is listed
 * here: agents add attributes with every release, and a new one may hold a prompt.
 *
 * @param mode - The mode the appliance is set to.
 */
export function placeOf(key: string, mode: CaptureMode): Place {
  if (CONTENT.has(key) || CONTENT_NAMES.test(key)) return mode === "full" ? "written" : "nothing";
  if (TROUBLE.test(key)) return mode === "minimal" ? "facts" : "written";
  if (mode === "full") return "anywhere";
  if (FIGURES.test(key)) return "figures";
  return isAllowed(key, mode) ? "anywhere" : "facts";
}

/** What an entry of a map may keep: never more than the map, and never more than its own name allows. */
export function stricterPlace(left: Place, right: Place): Place {
  return PLACES.indexOf(left) > PLACES.indexOf(right) ? left : right;
}

/** Whether a text is a plain fact: a number, a truth value, a time. */
export function isFact(text: string): boolean {
  return /^(?:-?\d[\d.]*(?:[eE][+-]?\d+)?|true|false|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/.test(
    text,
  );
}

/** A JSON text with only the numbers and truth values of the one given; null when it holds none or is no JSON. */
export function figuresOf(text: string): string | null {
  if (!text.trimStart().startsWith("{")) return isFact(text) ? text : null;
  try {
    const figures = JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === "string" || value === null ? undefined : value,
    );
    return figures === "{}" ? null : figures;
  } catch {
    return null;
  }
}

/** What went wrong, in words. */
const TROUBLE = /^(?:error|(?:error|exception)[._]message|message|errorMessage|status\.message)$/;

/** JSON that has lines added, exit codes and a context's fill, and texts as well. */
const FIGURES = /(?:^|[._])metadata$|\.context\.usage$/;

/** Names whose text scoring reads; the last part of the key decides. */
const NEEDED =
  /(?:^|[._])(?:id|uuid|name|type|kind|model|status|state|decision|source|role|reason|reasons|finish_reasons|trigger|version|event|code|mode|tier|method|policy|cwd|path|repository|branch|language|provider|system|email|phase|token_type|operation|action|outcome|level)$|Id$/;

/** Names next to them that say what was used and how it went, by label, in the telemetry of agents. */
const TELLING =
  /(?:^|[._])(?:address|api|arch|backend|category|client|control|department|direction|effort|endpoint|entrypoint|env|environment|extension|extension_ids|extensions|format|functionId|group|groups|initiator|instance|kinds|location|mcp_servers|mcp_server_origin|mcp_tools|mimetype|modality|namespace|organization|origin|originator|os|owner|permission|platform|point|position|project|protocol|reasoning_summary|region|release|revision|run|sandbox|scheme|scope|server|service|severity|slug|speed|strategy|subagents|target|team|tool|transport|unit|zone)$|^(?:mcp_server|llm_request\.context)$|[a-z](?:Type|Kind|Status|Mode|Model|Name|Reason|Version)$/;

/** Names of machines and of the program's own inside, which scoring never reads. */
const MACHINE =
  /^(?:host|os|process|code|container|device|url|server|network|net|http\.(?:request|response)\.header|user_agent)\./;

/** Families of names that describe a machine or a program; headers, environments and addresses' queries are none. */
const MACHINE_FACTS =
  /^(?:host|os|process\.(?:runtime|executable)|container|device|k8s|cloud|deployment|service|telemetry|thread|code|server|client|network|net|user_agent|url\.(?:scheme|domain|path))(?:\.|$)/;

function isAllowed(key: string, mode: "metadata" | "minimal"): boolean {
  if (mode === "minimal") return NEEDED.test(key) && !MACHINE.test(key);
  if (HEADER.test(key)) return false;
  return NEEDED.test(key) || TELLING.test(key) || MACHINE_FACTS.test(key);
}

/** What a request carried: cookies and credentials among it. */
const HEADER = /(?:^|\.)headers?\.|^process\.environment_variable\./i;

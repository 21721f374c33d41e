/** Which attributes hold text that people or tools wrote, and which of them a capture mode keeps. */
import type { Settings } from "../settings/schema.ts";

export type CaptureMode = Settings["captureMode"];

/**
 * What may be stored of an attribute's value.
 *
 * `anywhere`: all, less secrets. `written`: all, less secrets and what the rules for written text find. `facts`: only
 * numbers, truth values and times. `nothing`: the attribute is left out.
 */
export type Place = "anywhere" | "written" | "facts" | "nothing";

/** What an attribute of this key may keep. Takes: the mode the appliance is set to. */
export function placeOf(key: string, mode: CaptureMode): Place {
  if (CONTENT.has(key) || CONTENT_NAMES.test(key)) return mode === "full" ? "written" : "nothing";
  if (TROUBLE.test(key)) return mode === "minimal" ? "facts" : "written";
  if (mode !== "minimal") return "anywhere";
  return isNeeded(key) ? "anywhere" : "facts";
}

/** Whether a text tells a fact by itself: a number, a truth value, a time. */
export function isFact(text: string): boolean {
  return /^(?:-?\d[\d.]*(?:[eE][+-]?\d+)?|true|false|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/.test(
    text,
  );
}

/** Prompts, replies, arguments and outputs, as the agents name them. Source: the captured telemetry in test/fixtures. */
const CONTENT: ReadonlySet<string> = new Set([
  "prompt",
  "prompt_text",
  "response",
  "response_text",
  "request_text",
  "request_body",
  "response_body",
  "body",
  "text",
  "content",
  "arguments",
  "args",
  "function_args",
  "tool_input",
  "tool_parameters",
  "tool_result",
  "output",
  "input",
  "result",
  "diff",
  "stdout",
  "stderr",
  "hook_input",
  "hook_output",
  "command",
  "full_command",
  "bash_command",
  "new_context",
  "analysis",
  "reasoning",
  "routing.reasoning",
  "execution_summary",
  "description",
  "comment",
  "user_query",
  "phases",
  "managed_settings_resolved",
  "process.command",
  "process.command_args",
  "process.command_line",
  "db.query.text",
  "db.statement",
  "exception.stacktrace",
  "input.value",
  "output.value",
  "gen_ai.agent.description",
  "gen_ai.completion",
  "gen_ai.prompt",
  "gen_ai.system_instructions",
  "gen_ai.tool.definitions",
  "gen_ai.tool.description",
]);

/** The same for families of names. */
const CONTENT_NAMES =
  /^(?:gen_ai\.(?:input|output)\.messages|gen_ai\.tool\.call\.(?:arguments|result)|gen_ai\.(?:prompt|completion)\.\d+\..*|ai\.prompt(?:\..*)?|ai\.response\.(?:text|reasoning|object|toolCalls|files)|ai\.toolCall\.(?:args|result|output)|.*\.tool\.parameters\.(?:command|query|content))$/;

/** What went wrong, in words. */
const TROUBLE = /^(?:error|(?:error|exception)[._]message|message|errorMessage|status\.message)$/;

/** Names whose text scoring reads; the last part of the key decides. */
const NEEDED =
  /(?:^|[._])(?:id|uuid|name|type|kind|model|status|state|decision|source|role|reason|reasons|finish_reasons|trigger|version|event|code|mode|tier|method|policy|cwd|path|repository|branch|language|provider|system|email|phase|token_type|operation|action|metadata|outcome|level)$|Id$/;

/** Names of machines and of the program's own inside, which scoring never reads. */
const MACHINE =
  /^(?:host|os|process|code|container|device|url|server|network|net|http\.(?:request|response)\.header|user_agent)\./;

function isNeeded(key: string): boolean {
  return NEEDED.test(key) && !MACHINE.test(key);
}

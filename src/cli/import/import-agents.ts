/** `scoring import AGENT`: what agents keep on this machine, sent with the developer's key. */
import { resolve } from "node:path";
import type { HistorySource, Home } from "../../history/record.ts";
import type { Totals } from "../../history/totals.ts";
import { isHttpUrl } from "../../settings/values.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { addressOf, askHealth, keyOf } from "../ask-server.ts";
import { type CommandCall, CommandFailure, hasFlag, textFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { OWN_SERVER } from "../own-server.ts";
import { describeTotals } from "./describe-totals.ts";
import {
  type HistoryDoor,
  progressPath,
  sendHistories,
  type Sending,
  type SentHistories,
  sinceOf,
} from "./send-histories.ts";
import { totalsTable } from "./totals-table.ts";

/** The flags that only an agent's history needs. */
export const HISTORY_FLAGS = {
  since: { value: "DAYS", summary: "Only sessions that changed in the last days, such as 30d." },
  "dry-run": { summary: "Show what would be sent, and send nothing." },
  home: { value: "FOLDER", summary: "The home directory that holds the agent's files (default HOME)." },
  endpoint: { value: "URL", summary: "The server, where it is on another machine (default listen)." },
};

/** Sends the agents' history, or shows what would be sent. */
export async function importAgents(call: CommandCall, sources: readonly HistorySource[]): Promise<0 | 1> {
  const since = sinceOf(textFlag(call, "since"), call.program.clock());
  const home = homeOf(call);
  const isDryRun = hasFlag(call, "dry-run");
  const door = isDryRun ? null : await findDoor(call);
  const progressFile = progressPath(
    call.environment,
    door ?? { url: endpointOf(call), key: keyOf(call) ?? "" },
  );
  const { totals, refused } = await sendShown(call, sources, { home, since, door, progressFile });
  writeAnswer(
    call,
    { sent: door !== null, agents: totals.map(answerOf), refused },
    describeTotals(totals, { table: totalsTable(totals, call.speaker.columns), isDryRun, refused }),
  );
  return refused.length === 0 ? 0 : 1;
}

/** Sends the agents' history, with a line that shows how far it is. */
export async function sendShown(
  call: CommandCall,
  sources: readonly HistorySource[],
  sending: Omit<Sending, "privacy" | "show">,
): Promise<SentHistories> {
  const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
  const privacy = call.loaded.settings;
  const sent = sendHistories(sources, { ...sending, privacy, show: (text) => line.show(text) });
  return sent.finally(() => line.clear());
}

/** Returns where this user's agents keep their files. */
export function homeOf(call: CommandCall): Home {
  const { environment } = call;
  const given = textFlag(call, "home");
  // the variables say where this user's files are, not those of another home
  if (given !== null) return { folder: resolve(given), environment: {} };
  const folder = environment["HOME"] ?? environment["USERPROFILE"];
  if (folder === undefined)
    throw new CommandFailure("the home directory is not known: set HOME, or give --home");
  return { folder, environment };
}

/** Returns the address of the server, wherever it is. */
export function endpointOf(call: CommandCall): string {
  const url = textFlag(call, "endpoint")?.replace(/\/$/, "") ?? addressOf(call);
  if (isHttpUrl(url)) return url;
  throw new CommandFailure("--endpoint needs an address such as https://scoring.example.com", 2);
}

async function findDoor(call: CommandCall): Promise<HistoryDoor> {
  const key = keyOf(call);
  if (key === null)
    throw new CommandFailure(
      "the key is missing that says whose sessions these are: give one with --key or SCORING_API_KEY, or look first with --dry-run",
    );
  const url = endpointOf(call);
  const isOwn = textFlag(call, "endpoint") === null;
  const health = await askHealth(url, isOwn ? OWN_SERVER : {});
  if (health !== "ok")
    throw new CommandFailure(
      `${url}: ${health}. Start the server (scoring serve), or name it with --endpoint.`,
    );
  return { url, key, isOwn };
}

/** Returns the totals as the JSON document has them. */
export function answerOf({ first, last, ...totals }: Totals) {
  return {
    ...totals,
    first: first === null ? null : isoTime(first),
    last: last === null ? null : isoTime(last),
  };
}

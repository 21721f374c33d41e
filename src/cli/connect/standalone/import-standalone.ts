/** `node connect.mjs import AGENT`: what `scoring import AGENT` does, on a machine without the executable. */
import { z } from "zod";
import type { Totals } from "../../../history/totals.ts";
import { HISTORY_AGENTS } from "../../../history/sources.ts";
import { CONNECTABLE } from "../../../normaliser/connect/agent-settings.ts";
import type { CaptureMode } from "../../../privacy/attributes.ts";
import { systemClock } from "../../../vocabulary/clock.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { CommandFailure } from "../../command.ts";
import { createProgressLine } from "../../text/progress-line.ts";
import { describeTotals } from "../../import/describe-totals.ts";
import {
  type HistoryDoor,
  progressPath,
  sendHistories,
  sinceOf,
  sourcesNamed,
} from "../../import/send-histories.ts";
import { count } from "../../text/count.ts";
import { writtenWith } from "../connection.ts";
import { endpointFor, keyFor } from "./door.ts";
import type { StandaloneCall } from "./standalone-call.ts";

/** The flags that only an import has. */
export const IMPORT_FLAGS = {
  since: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

/** What is to be imported. */
interface Wish {
  /** An agent, or all. */
  operand: string;
  endpoint?: string | undefined;
  since?: string | undefined;
  "dry-run": boolean;
}

/**
 * Sends the agents' history, or shows what would be sent.
 *
 * @returns the exit code: 1 when the server refused something for good
 */
export async function importStandalone(call: StandaloneCall, wish: Wish): Promise<0 | 1> {
  const sources = sourcesNamed(wish.operand);
  if (sources.length === 0)
    throw new CommandFailure(`say what to import: all, or one of ${HISTORY_AGENTS.join(", ")}`, 2);
  const since = sinceOf(wish.since ?? null, systemClock());
  const folder = call.environment["HOME"] ?? call.environment["USERPROFILE"];
  if (folder === undefined) throw new CommandFailure("the home directory is not known: set HOME");
  const { door, progressFile, captureMode } = await openDoor(call, wish);
  const line = createProgressLine(call, { silent: false });
  const { totals, refused } = await sendHistories(sources, {
    home: { folder, environment: call.environment },
    since,
    door,
    progressFile,
    // as the server's own settings are at first; it looks through what arrives by those it has
    privacy: { captureMode, redactEntropy: true, redactEmails: true, redactPaths: true },
    show: (text) => line.show(text),
  }).finally(() => line.clear());
  const table = totals.map(lineOf).join("\n");
  call.say(describeTotals(totals, { table, isDryRun: door === null, refused }));
  return refused.length === 0 ? 0 : 1;
}

/** Aligned tables need widths of letters, which Node does not know. */
function lineOf({ agent, sessions, prompts, calls, tokens }: Totals): string {
  return `${agent}: ${count(sessions, "session")}, ${count(prompts, "prompt")}, ${count(calls, "call")}, ${count(tokens, "token")}`;
}

interface OpenDoor {
  /** null to send nothing. */
  door: HistoryDoor | null;
  progressFile: string;
  captureMode: CaptureMode;
}

/** Address and key may be those that an agent was connected with. */
async function openDoor(call: StandaloneCall, wish: Wish): Promise<OpenDoor> {
  const { environment } = call;
  const written = CONNECTABLE.map((agent) => writtenWith(agent, environment));
  const connected = written.find(({ key, endpoint }) => key !== null && endpoint !== null);
  const given = wish.endpoint ?? connected?.endpoint ?? null;
  const writtenKey = connected !== undefined && given === connected.endpoint ? connected.key : null;
  if (wish["dry-run"]) {
    const known = { url: given ?? "", key: environment["SCORING_API_KEY"] ?? writtenKey ?? "" };
    return { door: null, progressFile: progressPath(environment, known), captureMode: "full" };
  }
  const url = endpointFor(given);
  const door = { url, key: await keyFor(call, writtenKey), isOwn: false };
  return { door, progressFile: progressPath(environment, door), captureMode: await askCapture(door) };
}

const CAPTURE = z.object({ capture: z.object({ prompts: z.boolean() }) });
const PATIENCE_MS: Milliseconds = 10 * SECOND;

/** Asks which text the server keeps, so that no other is sent; and whether it takes the key. */
async function askCapture({ url, key }: HistoryDoor): Promise<CaptureMode> {
  const response = await fetch(`${url}/v1/plugin/config`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  if (response?.status === 401)
    throw new CommandFailure("the server does not know this key. Nothing was sent.");
  const answer = CAPTURE.safeParse(await response?.json().catch(() => null));
  if (!answer.success) throw new CommandFailure(`no scoring server answers on ${url}. Nothing was sent.`);
  return answer.data.capture.prompts ? "full" : "metadata";
}

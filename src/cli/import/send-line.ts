/** Sends a line of a file to the server, through the same door as agents. */
import { z } from "zod";
import { MINUTE, SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { holdsMoreValues } from "../../ingest/reading/count-values.ts";
import { OWN_SERVER } from "../own-server.ts";
import { CommandFailure } from "../command.ts";

/** What became of a line. */
export type Sent =
  { kind: "accepted"; rejected: number; message: string | null } | { kind: "refused"; message: string };

/** Where lines go, and how. */
export interface Door {
  url: string;
  key: string;
  /** Whether it is the server of this machine, whose certificate is not looked at. */
  isOwn: boolean;
  /** Aborted when somebody ends the import. */
  stopping: AbortSignal;
  wait(duration: Milliseconds): Promise<void>;
}

const PATHS: Readonly<Record<string, string>> = {
  resourceLogs: "/v1/logs",
  resourceSpans: "/v1/traces",
  resourceMetrics: "/v1/metrics",
};

const ANSWER = z.object({
  message: z.string().optional(),
  partialSuccess: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** A large body on a busy server; one that hangs is asked again. */
const PATIENCE_MS: Milliseconds = MINUTE;
const USUAL_WAIT_MS: Milliseconds = 5 * SECOND;
/** Longer than a restart of the server takes. */
const GONE_AFTER = 24;

/** A line with more values is not parsed here, where that would only take memory: the server judges it anyway. */
const PARSED = { values: 200_000, objects: 200_000 };

/**
 * The path of a line's signal.
 *
 * @returns null for a line that holds none.
 * @throws An exception when it is no JSON.
 */
export function pathFor(text: string): string | null {
  if (holdsMoreValues(text, PARSED)) return PATHS[FIRST_NAME.exec(text)?.[1] ?? ""] ?? null;
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null) return null;
  const name = Object.keys(PATHS).find((key) => key in body);
  return name === undefined ? null : (PATHS[name] ?? null);
}

const FIRST_NAME = /^\s*\{\s*"(\w{1,20})"\s*:/;

/**
 * Sends it again as often as the server asks for it.
 *
 * @throws A `CommandFailure` when the server does not know the key, does not answer for two minutes, or has
 *   not taken it when somebody ends the import.
 */
export async function sendLine(text: string, path: string, door: Door): Promise<Sent> {
  for (let unanswered = 0; ;) {
    const response = await post(text, path, door);
    unanswered = response === null ? unanswered + 1 : 0;
    if (unanswered === GONE_AFTER)
      throw new CommandFailure(
        `no server answers on ${door.url}; start it (scoring serve) and run scoring import again: it goes on where it ended`,
      );
    if (response !== null && ![429, 503].includes(response.status)) return judge(response);
    const seconds = Number(response?.headers.get("retry-after") ?? Number.NaN);
    await door.wait(Number.isFinite(seconds) ? seconds * SECOND : USUAL_WAIT_MS);
    if (door.stopping.aborted) throw brokenOff();
  }
}

/** For an import that somebody ends. */
export function brokenOff(): CommandFailure {
  return new CommandFailure("ended before everything was imported; run it again: it goes on where it ended");
}

/** Returns null when nobody answers. */
async function post(text: string, path: string, { url, key, isOwn }: Door): Promise<Response | null> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const sent = { method: "POST", headers, body: text, signal };
  return fetch(url + path, isOwn ? { ...OWN_SERVER, ...sent } : sent).catch(() => null);
}

async function judge(response: Response): Promise<Sent> {
  if (response.status === 401 || response.status === 403)
    throw new CommandFailure("the server does not know this key, or it was revoked");
  const answer = ANSWER.safeParse(await response.json().catch(() => null)).data ?? {};
  if (!response.ok)
    return { kind: "refused", message: answer.message ?? `the server answers ${response.status}` };
  const partial = answer.partialSuccess ?? {};
  const counts = Object.entries(partial).filter(([name]) => name.startsWith("rejected"));
  const rejected = counts.reduce((sum, [, value]) => sum + Number(value), 0);
  const message = partial["errorMessage"];
  return { kind: "accepted", rejected, message: typeof message === "string" ? message : null };
}

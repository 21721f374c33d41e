/** Asks the server of a data directory, which may not run. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { STATUS_ANSWER, type StatusAnswer } from "../http/self/status-answer.ts";
import { AGREEMENT_ANSWER } from "../rubric/trial/agreement-answer.ts";
import { formatAddress } from "../settings/values.ts";
import { type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { type CommandCall, CommandFailure, textFlag } from "./command.ts";
import { OWN_SERVER } from "./own-server.ts";
import { settingFlags } from "./setting-flags.ts";

const READINESS = z.object({
  status: z.enum(["ready", "not_ready"]),
  stages: z.record(
    z.string(),
    z.object({ ready: z.boolean(), detail: z.string().nullable(), failing: z.literal(true).optional() }),
  ),
});
export type ServerReadiness = z.infer<typeof READINESS>;

/** For what a server answers at once, whatever it is doing. */
const PATIENCE_MS: Milliseconds = 5 * SECOND;
/** Longer than the server itself takes before it gives a request up. */
const WORK_PATIENCE_MS: Milliseconds = 30 * SECOND;

/** The flag of commands that may ask with a key. */
export const KEY_FLAG = {
  key: { value: "KEY", summary: "A key of this server (default SCORING_API_KEY)." },
};

/** Returns null when none was given. */
export function keyOf(call: CommandCall): string | null {
  return textFlag(call, "key") ?? call.environment["SCORING_API_KEY"] ?? null;
}

/** Where the server of these settings listens. */
export function addressOf(call: CommandCall): string {
  const { listen, tlsCert } = call.loaded.settings;
  return `${tlsCert === null ? "http" : "https"}://${formatAddress(listen)}`;
}

/** Why a command has nothing to look at: there is no data, and no server either. */
export function nothingThere(call: CommandCall): CommandFailure {
  return new CommandFailure(
    `${sayNoData(call.loaded.settings.dataDir)}, and no server answers on ${addressOf(call)}. ` +
      "Name the directory with --data-dir or the server with --listen, or start one (scoring serve).",
  );
}

/** @param dataDir - A directory that holds no database. */
export function sayNoData(dataDir: string): string {
  return existsSync(dataDir)
    ? `the directory ${dataDir} holds no data of a server`
    : `the data directory ${dataDir} does not exist`;
}

/** The flags of commands that ask the server. */
export const SERVER_FLAGS = settingFlags(["listen", "tlsCert"]);

function askOwnServer(url: string, init: RequestInit = {}, patience = PATIENCE_MS): Promise<Response> {
  return fetch(url, { ...OWN_SERVER, ...init, signal: AbortSignal.timeout(patience) });
}

/** Returns null when nobody answers there, or something else than this server. */
export async function askReadiness(url: string): Promise<ServerReadiness | null> {
  try {
    const response = await askOwnServer(`${url}/readyz`);
    return READINESS.parse(await response.json());
  } catch {
    return null;
  }
}

/**
 * Returns null when nobody answers there.
 *
 * @throws When the server refuses the key.
 */
export async function askStatus(url: string, key: string): Promise<StatusAnswer | null> {
  const response = await askWithKey(`${url}/v1/admin/status`, key).catch(() => null);
  if (response === null) return null;
  if (response.status === 401) throw new CommandFailure("the server does not know this key");
  if (response.status === 403) throw new CommandFailure("the status needs an admin key");
  const answer = STATUS_ANSWER.safeParse(await response.json().catch(() => null));
  if (answer.success) return answer.data;
  throw new CommandFailure(
    `${url} answered ${response.status}, but not in the form of this version; is the server another version?`,
  );
}

/**
 * Asks whether the server judges nothing because a check of its judge model is required and none has passed.
 *
 * @returns null when it does not say
 */
export async function askWhetherHeld(url: string, key: string): Promise<boolean | null> {
  const response = await askWithKey(`${url}/scoring/prompt-rubric/agreement`, key).catch(() => null);
  const answer = AGREEMENT_ANSWER.safeParse(await response?.json().catch(() => null));
  if (!answer.success) return null;
  return answer.data.check?.holdsJudging ?? false;
}

/** Asks, or with a body sends. */
export function askWithKey(url: string, key: string, body?: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  return askOwnServer(url, init, WORK_PATIENCE_MS);
}

/**
 * Asks what time the server has.
 *
 * @returns its time to the second; null when nobody answers, or without saying it
 */
export async function askServerTime(url: string): Promise<Instant | null> {
  const response = await askOwnServer(`${url}/health`).catch(() => null);
  const time = Date.parse(response?.headers.get("date") ?? "");
  return Number.isNaN(time) ? null : time;
}

/** Nothing that this server says of its health is longer. */
const LONGEST_HEALTH = 100;

/**
 * What `/health` says.
 *
 * @param init - How to ask another server than that of this machine.
 */
export async function askHealth(url: string, init: BunFetchRequestInit = OWN_SERVER): Promise<string> {
  try {
    const response = await fetch(`${url}/health`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    return text.length <= LONGEST_HEALTH ? text : "another program answers";
  } catch {
    return "no server answers";
  }
}

/** How tools ask: by the API's own paths with the caller's key, so that only the API decides who sees what. */
import { z } from "zod";
import type { Clock } from "../vocabulary/clock.ts";
import { DEVELOPER_ANSWER } from "../identity/developers/answer.ts";
import { isoTime } from "../vocabulary/times.ts";
import { DAY } from "../vocabulary/units.ts";

/** The API, asked with one caller's key. */
export interface Api {
  /** @param address - Path and query. */
  get(address: string): Promise<Response>;
  /** The address of the pages, without a slash at its end. */
  pages: string;
  clock: Clock;
}

/** The API, or the way to it, refused; the message is for the model that asked. */
export class AskFailure extends Error {
  override readonly name = "AskFailure";
}

/** Parameters of a query; those that are null are left out. */
export type Parameters = Readonly<Record<string, string | number | null>>;

const PROBLEM = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/**
 * Asks, and returns what the schema takes of the answer.
 *
 * @throws AskFailure where the API refuses, or answers in another form.
 */
export async function ask<Answer>(
  api: Api,
  path: string,
  { parameters = {}, answer }: { parameters?: Parameters; answer: z.ZodType<Answer> },
): Promise<Answer> {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  const response = await reach(api, given.length === 0 ? path : `${path}?${query.toString()}`);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new AskFailure(`The server refused with ${response.status}. ${sayProblem(body)}`);
  const parsed = answer.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AskFailure(`The server answered ${path} in another form; is it another version?`);
}

/** @throws AskFailure where no server answers, which only happens from another process. */
async function reach({ get, pages }: Api, address: string): Promise<Response> {
  try {
    return await get(address);
  } catch (cause) {
    const options = { cause };
    throw new AskFailure(`No server answers at ${pages}. Is it running, and is the address right?`, options);
  }
}

function sayProblem(body: unknown): string {
  const { success, data } = PROBLEM.safeParse(body);
  if (!success) return "It did not say why.";
  return [data.detail, ...data.errors.map(({ path, message }) => `${path}: ${message}.`)].join(" ");
}

const SESSION = z.object({ developer: DEVELOPER_ANSWER.nullable() });

/**
 * Returns whose work is meant: who is asked for, else the person whose key this is; null for everybody whom a key
 * reads that belongs to nobody.
 */
export async function whose(api: Api, developer: string | undefined): Promise<string | null> {
  if (developer !== undefined) return developer;
  const session = await ask(api, "/v1/session", { answer: SESSION });
  return session.developer?.id ?? null;
}

/** The days up to now, as `from` and `to`. */
export function lastDays({ clock }: Api, days: number): { from: string; to: string } {
  const now = clock();
  return { from: isoTime(now - days * DAY), to: isoTime(now) };
}

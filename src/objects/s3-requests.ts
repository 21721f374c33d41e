/** Requests to a bucket: a bounded number at once, each with a limit of time, and tried again when what failed may pass. */
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import { SECOND } from "../vocabulary/units.ts";
import { StoreUnavailable } from "./object-store.ts";
import { REFUSALS } from "./s3-remedies.ts";

const TRIES = 4;
const FIRST_PAUSE_MS: Milliseconds = 100;
/** How long a bucket may take to begin. */
const BEGIN_MS: Milliseconds = 5 * SECOND;
/** A slower line than this is taken for a broken one. */
const LEAST_BYTES_PER_MS = 250;
/** More at once make none of them faster. */
const AT_ONCE = 64;

/**
 * Asks until the bucket answers, some times.
 *
 * @param ask - Ends when the signal says so, if it can.
 * @param bytes - How much is sent or expected.
 * @throws `StoreUnavailable` with what the bucket said last as its cause.
 */
export async function askBucket<Answer>(
  attempt: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  bytes: Bytes = 0,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce(attempt, ask, bytes);
    } catch (error) {
      const isFinal = error instanceof StoreUnavailable && REFUSALS.has(codeOf(error.cause));
      if (isFinal || tries === TRIES) throw error;
      await Bun.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

/** The same, only once. */
export async function askOnce<Answer>(
  attempt: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  bytes: Bytes = 0,
): Promise<Answer> {
  await takePlace();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const given = new AbortController();
  const limitMs = Math.round(BEGIN_MS + bytes / LEAST_BYTES_PER_MS);
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${limitMs} ms`));
    given.abort(); // what it would send or receive must not stay in memory
  }, limitMs);
  try {
    return await Promise.race([ask(given.signal), late]);
  } catch (cause) {
    throw new StoreUnavailable(`${attempt}: ${codeOf(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
    givePlace();
  }
}

/** Returns how the bucket, or the way to it, names what went wrong. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/** What is sent to a signed address. */
export interface SignedRequest {
  method: "GET" | "PUT";
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
}

/**
 * Returns the body of the answer.
 *
 * @throws An error with S3's own code when it is a refusal.
 */
export async function fetchSigned(url: string, request: SignedRequest): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, request);
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
  throw new Refusal(code ?? `status ${response.status}`);
}

class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (free > 0) return void (free -= 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  await promise;
}

function givePlace(): void {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}

/** Sends changed bodies to a running server, and says what it answered. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../../src/demo/work/random.ts";
import { type FuzzedRequest, mutate, type Seed } from "./mutate.ts";

/** Where to send, how many, and which sequence of chance. */
export interface Attack {
  url: string;
  key: string;
  count: number;
  seed: string;
}

/** What came of it. */
export interface Outcome {
  /** Requests by the status they were answered with at last. */
  statuses: Record<number, number>;
  /** The numbers of the requests that were answered with 5xx, or not at all: `mutation` makes each again. */
  failures: { number: number; status: number }[];
  /** Requests that came again because the server asked for it with 503. */
  sentAgain: number;
}

const BODIES = join(import.meta.dir, "../../test/fixtures/bodies");
const AT_ONCE = 8;
const MOST_TRIES = 100;

/** The captured bodies. */
export function readSeeds(): Seed[] {
  const names = readdirSync(BODIES).filter((name) => /-(logs|metrics|traces)[^/]*\.json$/.test(name));
  return names.toSorted().map((name) => {
    const signal = /-(logs|metrics|traces)/.exec(name)?.[1] ?? "logs";
    return { path: `/v1/${signal}`, text: readFileSync(join(BODIES, name), "utf8") };
  });
}

/** The request of that number in the sequence of that seed; the same every time. */
export function mutation(seeds: readonly Seed[], seed: string, number: number): FuzzedRequest {
  const chosen = seeds[number % seeds.length];
  if (chosen === undefined) throw new Error("there are no bodies to change");
  return mutate(chosen, createRandom(`${seed} ${number}`));
}

/** Sends them all, eight at once. */
export async function attack({ url, key, count, seed }: Attack): Promise<Outcome> {
  const seeds = readSeeds();
  const outcome: Outcome = { statuses: {}, failures: [], sentAgain: 0 };
  let next = 0;
  const sendSome = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const { status, tries } = await send(url, key, mutation(seeds, seed, number));
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      outcome.sentAgain += tries - 1;
      if (status === 0 || status >= 500) outcome.failures.push({ number, status });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return outcome;
}

/**
 * As an exporter does: 503 means to come again.
 *
 * @returns Status 0 where no answer came.
 */
async function send(url: string, key: string, { path, headers, body }: FuzzedRequest) {
  for (let tries = 1; ; tries += 1) {
    const authorization = `Bearer ${key}`;
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { ...headers, authorization },
      body,
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    const status = answer?.status ?? 0;
    if (status !== 503 || tries === MOST_TRIES) return { status, tries };
    await Bun.sleep(50);
  }
}

/** What a server answers about the work that was imported. */
import type { z } from "zod";
import { SCORES_ANSWER } from "../../http/routes/scores/scores.ts";
import { USAGE_ANSWER } from "../../insights/usage/usage-answer.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { OWN_SERVER } from "../own-server.ts";
import { CommandFailure } from "../command.ts";
import type { HistoryDoor } from "../import/send-histories.ts";

/** Where and about which time is asked. */
export interface Asked {
  door: HistoryDoor;
  from: Instant;
  to: Instant;
}

/** One agent's usage; null where its telemetry does not say. */
export interface AgentUsage {
  agent: string;
  sessions: number | null;
  prompts: number | null;
  tokens: number | null;
  costUsd: number | null;
  unpricedCalls: number | null;
}

/** Usage by agent, and the scores. */
export interface Results {
  usage: AgentUsage[];
  scores: z.infer<typeof SCORES_ANSWER>;
}

const PATIENCE_MS: Milliseconds = 30 * SECOND;

/** Asks for what is known now. */
async function readResults(asked: Asked): Promise<Results> {
  const { rows } = USAGE_ANSWER.parse(await ask(asked, "/scoring/usage", { by: "agent", bucket: "month" }));
  const usage = rows.map(({ name, sums }) => ({
    agent: name ?? "unknown",
    sessions: sums.sessions,
    prompts: sums.turns,
    tokens: sumKnown([sums.tokens.input, sums.tokens.output, sums.tokens.cacheRead, sums.tokens.cacheWrite]),
    costUsd: sums.costUsd,
    unpricedCalls: sums.unpricedCalls,
  }));
  return { usage, scores: SCORES_ANSWER.parse(await ask(asked, "/scoring/scores", {})) };
}

/** The results, and whether nothing more is being computed. */
export interface Looked {
  results: Results;
  isSettled: boolean;
}

/** Asks a server that nothing new was sent to. */
export async function readSettledResults(asked: Asked): Promise<Looked> {
  return { results: await readResults(asked), isSettled: true };
}

const LOOK_EVERY_MS: Milliseconds = SECOND;
/** So long nothing changes on a server that has computed all it can. */
const STEADY_MS: Milliseconds = 4 * SECOND;
const LONGEST_WAIT_MS: Milliseconds = MINUTE;

/** Asks until the answers change no more, for a server of which no more is known. */
export async function readSteadyResults(asked: Asked): Promise<Looked> {
  const beganAt = performance.now();
  let results = await readResults(asked);
  for (let steadySince = beganAt; ;) {
    const now = performance.now();
    if (now - steadySince >= STEADY_MS) return { results, isSettled: true };
    if (now - beganAt >= LONGEST_WAIT_MS) return { results, isSettled: false };
    await Bun.sleep(LOOK_EVERY_MS);
    const next = await readResults(asked);
    if (!Bun.deepEquals(next, results)) steadySince = performance.now();
    results = next;
  }
}

async function ask(
  { door: { url, key, isOwn }, from, to }: Asked,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<unknown> {
  const query = new URLSearchParams({ ...parameters, from: isoTime(from), to: isoTime(to) }).toString();
  const response = await fetch(`${url}${path}?${query}`, {
    ...(isOwn && OWN_SERVER),
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status === 200) return response.json();
  throw new CommandFailure(`${url}${path} was answered ${response.status}: ${await response.text()}`);
}

/** Null when none of them is known. */
function sumKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}

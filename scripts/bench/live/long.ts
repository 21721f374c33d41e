/** What the last bodies of a session cost, by how long it is already and whose dialect it has. */
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";
import { SECOND } from "../../../src/vocabulary/units.ts";
import { type BenchedAppliance, discard, startBenched } from "../appliance.ts";
import { caughtUp } from "../caught-up.ts";
import { post } from "../company.ts";
import { median } from "../sample.ts";
import { type AgentBody, bodiesOfSession } from "./agents.ts";
import type { Candidate } from "./run.ts";
import { ThreadWatch } from "./threads.ts";

/** The engine's CPU time for one of the last bodies, until it is scored. */
export interface LastBody {
  agent: Agent;
  /** Records that the session had before. */
  size: number;
  engineMs: number;
}

const LAST_BODIES = 8;
const RECORDS_AT_ONCE = 500;
const MOST_RECORDS_A_BODY = 40;
const IDLE_MS = 4 * SECOND;
const SETTLE_MS = 3 * SECOND;

/** Measures each agent's sessions in one running program. */
export async function runLong(
  candidate: Candidate,
  agents: readonly Agent[],
  sizes: readonly number[],
): Promise<LastBody[]> {
  const appliance = await startBenched(candidate);
  const measured: LastBody[] = [];
  try {
    await measureLast(appliance, "claude-code", sizes[0] ?? 1); // compiled before anything is measured
    for (const agent of agents)
      for (const size of sizes)
        measured.push({ agent, size, engineMs: await measureLast(appliance, agent, size) });
  } finally {
    await appliance.stop();
    discard(appliance);
  }
  return measured;
}

let sessions = 0;

async function measureLast(appliance: BenchedAppliance, agent: Agent, size: number): Promise<number> {
  sessions += 1;
  const records = size + LAST_BODIES * MOST_RECORDS_A_BODY;
  const bodies = (await bodiesOfSession(agent, records, `session ${sessions}`))[Symbol.iterator]();
  await sendFirst(appliance, bodies, size);
  await caughtUp(appliance);
  await Bun.sleep(SETTLE_MS);
  const threads = new ThreadWatch(appliance.pid);
  const engineMs = () => threads.use().engine.cpuMs;
  const idleBefore = engineMs();
  await Bun.sleep(IDLE_MS);
  const idleShare = (engineMs() - idleBefore) / IDLE_MS;
  const costs: number[] = [];
  while (costs.length < LAST_BODIES) {
    const { value: body } = bodies.next();
    if (body === undefined) break;
    const [usedBefore, startedAt] = [engineMs(), performance.now()];
    await post(appliance, body.path, body.text);
    await caughtUp(appliance);
    costs.push(engineMs() - usedBefore - idleShare * (performance.now() - startedAt));
  }
  return median(costs);
}

/** In larger bodies than agents send. */
async function sendFirst(
  appliance: BenchedAppliance,
  bodies: Iterator<AgentBody>,
  size: number,
): Promise<void> {
  let sent = 0;
  let together: AgentBody[] = [];
  while (sent < size) {
    const { value: body } = bodies.next();
    if (body === undefined) break;
    const isFull = together.reduce((sum, { records }) => sum + records, 0) >= RECORDS_AT_ONCE;
    if (isFull || together.some(({ path }) => path !== body.path)) {
      await postJoined(appliance, together);
      together = [];
    }
    together.push(body);
    sent += body.records;
  }
  await postJoined(appliance, together);
}

async function postJoined(appliance: BenchedAppliance, bodies: readonly AgentBody[]): Promise<void> {
  const [first] = bodies;
  if (first === undefined) return;
  const parsed = bodies.map(({ text }) => JSON.parse(text) as Record<string, object[]>);
  const key = first.path === "/v1/logs" ? "resourceLogs" : "resourceSpans";
  await post(appliance, first.path, JSON.stringify({ [key]: parsed.flatMap((body) => body[key] ?? []) }));
}

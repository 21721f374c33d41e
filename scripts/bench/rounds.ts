/** Times a question asked again and again, by the clock and by what it takes of a processor. */
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import { quantile } from "./sample.ts";

/** How often, and how fast it should be. */
export interface RoundsAsked {
  rounds: number;
  goal: Milliseconds;
}

/** Returns a line of a table: the name, p50 and p95 by the clock, p95 of the processor, and the goal. */
export async function timeRounds(
  name: string,
  { rounds, goal }: RoundsAsked,
  work: () => Promise<unknown>,
): Promise<string> {
  await work(); // the first finds nothing in memory
  const waited: Milliseconds[] = [];
  const worked: Milliseconds[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [startedAt, spent] = [performance.now(), processorTime()];
    await work();
    waited.push(performance.now() - startedAt);
    worked.push(processorTime() - spent);
  }
  const times = [quantile(waited, 0.5), quantile(waited, 0.95), quantile(worked, 0.95), goal];
  return `  ${name.padEnd(52)}${times.map((time) => time.toFixed(0).padStart(9)).join("")}`;
}

/** What this thread took of a processor: on a busy machine the clock shows what others took. */
function processorTime(): Milliseconds {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

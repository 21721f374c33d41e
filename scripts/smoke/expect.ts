/** What the smoke test says while it goes on, and how it waits and complains. */

const PATIENCE_MS = 120_000;

/** Does one step and says how long it took. */
export async function step<Outcome>(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const outcome = await work();
    process.stdout.write(`  ${name.padEnd(28)} ${Math.round(performance.now() - startedAt)} ms\n`);
    return outcome;
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

export function expectThat(fact: boolean, otherwise: string): void {
  if (!fact) throw new Error(otherwise);
}

/** Asks every 20 ms until there is an answer. */
export async function until<Answer>(ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await Bun.sleep(20);
  }
  throw new Error(`not within ${PATIENCE_MS / 1000} s`);
}

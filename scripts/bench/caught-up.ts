/** Waits until everything that was sent is examined and scored. */
import type { BenchedAppliance } from "./appliance.ts";

interface Lagging {
  lag: { records: number | null; sessions: number | null } | null;
}

export async function caughtUp({ port, key }: BenchedAppliance): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { stages } = (await answer.json()) as { stages: Lagging[] };
    const waiting = stages.map(({ lag }) => (lag?.records ?? 0) + (lag?.sessions ?? 0));
    if (waiting.every((count) => count === 0)) return;
    await Bun.sleep(250);
  }
}

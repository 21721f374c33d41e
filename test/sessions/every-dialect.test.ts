/** The law of live work for what agents really sent: in whatever pieces it comes, the rows are those of all at once. */
import { afterEach, beforeEach, describe, test } from "bun:test";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { INTERACTIVE_RUNS, readInteractiveRun } from "../appliance/captured-runs.ts";
import { Growing } from "./growing.ts";
import type { MadeRecord } from "./random-session.ts";

/** How many records arrive together. */
const PIECES: readonly [number, ...number[]] = [1, 10, 60, 400];

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

describe("a captured session", () => {
  // Claude Code's sessions are made in growing-sessions.test.ts
  test.each(INTERACTIVE_RUNS)("has the rows of one that came at once: %s", async (run) => {
    const random = createRandom(run);
    const records = disordered(await recordsOf(run), random);
    for (let sent = 0; sent < records.length;) {
      const piece = records.slice(sent, sent + random.pick(PIECES));
      sent += piece.length;
      growing.now = Math.max(growing.now, ...piece.map(({ at }) => at)) + 1_000;
      if (random.chance(0.1)) growing.restart();
      await growing.examine(piece);
      if (random.chance(0.7)) await growing.measure();
    }
    await growing.compare(...(await growing.allSessions()));
  });
});

/** Some come late, and some twice. */
function disordered(records: readonly MadeRecord[], random: Random): MadeRecord[] {
  const placed = records.flatMap((record, index) => {
    const own = { record, order: index + (random.chance(0.03) ? random.whole(1, 500) : random.whole(0, 3)) };
    return random.chance(0.01) ? [own, { record, order: own.order + random.whole(0, 300) }] : [own];
  });
  return placed.toSorted((one, other) => one.order - other.order).map(({ record }) => record);
}

async function recordsOf(run: string): Promise<MadeRecord[]> {
  const requests = await readInteractiveRun(run);
  return requests.flatMap(({ ts, bodyText }) =>
    alone(JSON.parse(bodyText) as StoredLine).map((line) => ({ at: Date.parse(ts), line })),
  );
}

/** A line for each record, span and metric. */
function alone(body: StoredLine): StoredLine[] {
  const logs = (body.resourceLogs ?? []).flatMap((resource) =>
    (resource.scopeLogs ?? []).flatMap((scope) =>
      (scope.logRecords ?? []).map((record) => ({
        resourceLogs: [{ ...resource, scopeLogs: [{ ...scope, logRecords: [record] }] }],
      })),
    ),
  );
  const spans = (body.resourceSpans ?? []).flatMap((resource) =>
    (resource.scopeSpans ?? []).flatMap((scope) =>
      (scope.spans ?? []).map((span) => ({
        resourceSpans: [{ ...resource, scopeSpans: [{ ...scope, spans: [span] }] }],
      })),
    ),
  );
  const metrics = (body.resourceMetrics ?? []).flatMap((resource) =>
    (resource.scopeMetrics ?? []).flatMap((scope) =>
      (scope.metrics ?? []).map((metric) => ({
        resourceMetrics: [{ ...resource, scopeMetrics: [{ ...scope, metrics: [metric] }] }],
      })),
    ),
  );
  return [...logs, ...spans, ...metrics];
}

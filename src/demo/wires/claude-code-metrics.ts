/** Claude Code's counters, as increases since the export before; values are doubles even where they count. */
import type { Instant } from "../../vocabulary/units.ts";
import type { DemoSession, Step } from "../work/session.ts";
import { keyValues, nanoseconds, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

/** What a turn's counters are reported with. */
export interface ClaudeCounting {
  session: DemoSession;
  isFirst: boolean;
  standard: WireAttributes;
}

const DELTA = 1;

interface Count {
  metric: string;
  value: number;
  attributes?: WireAttributes;
}

/** The counters of one turn; those that did not grow are not sent. */
export function claudeMetrics(turn: readonly Step[], counting: ClaudeCounting): object[] {
  const startedAt = turn[0]?.at ?? counting.session.startedAt;
  const at = turn.at(-1)?.at ?? startedAt;
  const counts = [...sessionCounts(counting), ...workCounts(turn, counting), ...tokenCounts(turn, counting)];
  const byMetric = Map.groupBy(
    counts.filter(({ value }) => value > 0),
    ({ metric }) => metric,
  );
  return [...byMetric].map(([metric, points]) => ({
    name: `claude_code.${metric}`,
    unit: metric === "token.usage" ? "tokens" : "",
    sum: {
      aggregationTemporality: DELTA,
      isMonotonic: true,
      dataPoints: points.map((count) => pointOf(count, counting, [startedAt, at])),
    },
  }));
}

function pointOf(count: Count, { standard }: ClaudeCounting, [startedAt, at]: [Instant, Instant]) {
  return {
    attributes: keyValues({ ...standard, ...count.attributes }),
    startTimeUnixNano: nanoseconds(startedAt),
    timeUnixNano: nanoseconds(at),
    asDouble: count.value,
  };
}

function sessionCounts({ isFirst }: ClaudeCounting): Count[] {
  return isFirst ? [{ metric: "session.count", value: 1, attributes: { start_type: "fresh" } }] : [];
}

function workCounts(turn: readonly Step[], { session }: ClaudeCounting): Count[] {
  const ran = turn.flatMap((step) => (step.kind === "tool" && step.approval !== "refused" ? [step.use] : []));
  const edits = ran.filter((use) => use.tool === "edit");
  const commits = ran.filter((use) => use.tool === "shell" && use.command.startsWith("git commit"));
  const { model } = session;
  return [
    { metric: "lines_of_code.count", value: total(edits, "added"), attributes: { type: "added", model } },
    { metric: "lines_of_code.count", value: total(edits, "removed"), attributes: { type: "removed", model } },
    { metric: "commit.count", value: commits.length },
  ];
}

function total(
  edits: readonly { added: readonly string[]; removed: readonly string[] }[],
  side: "added" | "removed",
) {
  return edits.reduce((lines, edit) => lines + edit[side].length, 0);
}

/** They repeat what the events say. */
function tokenCounts(turn: readonly Step[], { session }: ClaudeCounting): Count[] {
  const calls = turn.flatMap((step) => (step.kind === "call" ? [step.tokens] : []));
  const sums = {
    input: 3 * calls.length,
    output: calls.reduce((sum, { output }) => sum + output, 0),
    cacheRead: calls.reduce((sum, { cached }) => sum + cached, 0),
    cacheCreation: calls.reduce((sum, { fresh }) => sum + Math.max(0, fresh - 3), 0),
  };
  return Object.entries(sums).map(([type, value]) => ({
    metric: "token.usage",
    value,
    attributes: { type, model: session.model, query_source: "main" },
  }));
}

/** Files that were read again although nothing of them had changed and the context still held them. */
import type { Event, ToolCall } from "../../normaliser/event.ts";
import type { Turn } from "../../turns/turn.ts";
import { readTool } from "../../turns/work.ts";
import { type Found, NOTHING_FOUND } from "./found.ts";
import { askTheSame, type CostOf, type PaidCall, paidCalls } from "./tool-costs.ts";

/**
 * The agents' tools that show a file.
 *
 * @see docs/dialects.md.
 */
const READ_TOOLS: ReadonlySet<string> = new Set([
  "read",
  "read_file",
  "readfile",
  "view",
  "view_file",
  "open_file",
]);

/**
 * Finds repeated reads within turns: between two of them a person may have changed the file.
 *
 * @returns How many reads were needless, and what asking for them cost. A call that may change a file, and
 *   whatever empties the context, makes every file worth another look.
 * @see docs/scoring.md, "Waste".
 */
export function findRepeatedReads(turns: readonly Turn[], costOf: CostOf): Found {
  const found = { ...NOTHING_FOUND };
  for (const turn of turns) {
    for (const { cost } of repeatedIn(turn, costOf)) {
      found.count += 1;
      found.cost += cost;
    }
  }
  return found;
}

function repeatedIn(turn: Turn, costOf: CostOf): PaidCall[] {
  const emptied = turn.events.filter(emptiesContext).map(({ at }) => at);
  const repeated: PaidCall[] = [];
  let known: ToolCall[] = [];
  for (const paid of paidCalls(turn, costOf)) {
    const { call } = paid;
    const lastAt = known.at(-1)?.at ?? Infinity;
    if (mayChange(call) || emptied.some((at) => at >= lastAt && at <= call.at)) known = [];
    if (!isRead(call)) continue;
    if (known.some((earlier) => askTheSame(earlier, call))) repeated.push(paid);
    else known.push(call);
  }
  return repeated;
}

function isRead({ name, ok }: ToolCall): boolean {
  return ok === true && READ_TOOLS.has(name.toLowerCase());
}

/** A command may write files whatever it is called. */
function mayChange(call: ToolCall): boolean {
  return call.command !== null || readTool(call).changes;
}

function emptiesContext({ kind }: Event): boolean {
  return kind === "compaction" || kind === "reset";
}

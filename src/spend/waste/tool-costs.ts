/** What each tool call cost: the model call that asked for it, shared among all that it asked for. */
import type { ModelCall, ToolCall } from "../../normaliser/event.ts";
import type { Turn } from "../../turns/turn.ts";
import type { MicroUsd } from "../../vocabulary/units.ts";

/** What a call cost; null when nobody can know. */
export type CostOf = (call: ModelCall) => MicroUsd | null;

/** A tool call and its share of what asking for it cost; 0 where that is not known. */
export interface PaidCall {
  call: ToolCall;
  cost: MicroUsd;
}

/**
 * Returns its tool calls in order, each asked for by the newest model call that began before it.
 *
 * @remarks Takes one turn.
 */
export function paidCalls({ events }: Pick<Turn, "events">, costOf: CostOf): PaidCall[] {
  const paid: PaidCall[] = [];
  let asking: ModelCall | null = null;
  let asked: ToolCall[] = [];
  const pay = (): void => {
    const cost = asking === null ? 0 : (costOf(asking) ?? 0);
    for (const call of asked) paid.push({ call, cost: cost / asked.length });
    asked = [];
  };
  for (const event of events) {
    if (event.kind === "model_call") {
      pay();
      asking = event;
    } else if (event.kind === "tool_call") asked.push(event);
  }
  pay();
  return paid;
}

/** Whether two calls ask for the same; never when the agent withholds what they ask for. */
export function askTheSame(left: ToolCall, right: ToolCall): boolean {
  const hasInput = left.arguments.length > 0 || left.command !== null;
  return (
    hasInput &&
    left.name === right.name &&
    left.command === right.command &&
    Bun.deepEquals(left.arguments, right.arguments)
  );
}

/** Work of which every list of a window shows something. */
import { toRequests } from "../../src/demo/generate.ts";
import type { DemoRequest, Step } from "../../src/demo/work/session.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";

/** Returns a session with calls of one model, an edit that a person accepted, a stall, and prompts in a row after it. */
export function listedWork({ name, model, from }: Record<"name" | "model" | "from", string>): DemoRequest[] {
  const startedAt = Date.parse(from);
  const at = (minutes: number) => startedAt + minutes * MINUTE;
  const call = (minutes: number): Step => {
    const tokens = { fresh: 1_000, cached: 2_000, output: 500, reasoning: 0 };
    return {
      kind: "call",
      startedAt: at(minutes) - 6 * SECOND,
      at: at(minutes),
      firstTokenMs: 900,
      tokens,
    };
  };
  const use = { tool: "edit", path: "src/cart.ts", removed: [], added: ["export const cart = [];"] } as const;
  const failed = { startedAt: at(3) - SECOND, at: at(3), status: 529, attempt: 11, final: true };
  return toRequests({
    id: `work of ${name}`,
    agent: "claude-code",
    model,
    person: {
      name,
      email: `${name}@example.test`,
      repository: "web-shop",
      sendsText: true,
      approves: true,
    },
    folder: "/work/web-shop",
    startedAt,
    endedAt: at(20),
    earlierInProcess: 0,
    steps: [
      { kind: "prompt", at: at(0), text: "Add a cart to the shop, and keep it over a reload" },
      call(1),
      { kind: "tool", startedAt: at(1), at: at(2), use, approval: "accepted" },
      { kind: "failed_call", ...failed },
      { kind: "prompt", at: at(15), text: "Write a test of the search of the catalogue" },
      call(16),
      { kind: "prompt", at: at(18), text: "Write another one of the list of orders" },
      call(19),
    ],
  });
}

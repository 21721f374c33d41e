/** Cards as the API answers them. */
import type { Card } from "../../../../embedded/dashboard/api/cards.ts";

export function cardWith(changes: Partial<Card>): Card {
  return {
    id: "card",
    sessionId: "session",
    subSessionId: "sub-session",
    developer: { id: "ann", name: "Ann", email: null, source: "bound" },
    at: "2026-11-20T10:00:00.000Z",
    createdAt: "2026-11-20T10:00:00.000Z",
    seenAt: null,
    kind: "weakest_input",
    input: "ie",
    title: "Say first what you had to correct",
    advice: "2 of 3 prompts corrected something.",
    evidence: [{ turnIndex: 2, quote: "No, that is not what I meant" }],
    expectation: "Fewer prompts that correct the one before.",
    feedback: { up: 0, down: 0, mine: null },
    ...changes,
  };
}

/** Cards to be kept, without the work that they are about. */
import type { CardRow } from "../../../src/insights/advisor/cards-table.ts";
import { named } from "../../session-names.ts";

/** A card on the iteration of a sub-session. */
export function cardOf(changes: Pick<CardRow, "organization" | "developer"> & Partial<CardRow>): CardRow {
  return {
    id: "card",
    session: named("none"),
    sub_session: named("none"),
    prompt: "none",
    created_at: Date.parse("2026-11-20T10:00:00Z"),
    started_at: Date.parse("2026-11-20T08:00:00Z"),
    closed_at: Date.parse("2026-11-20T10:00:00Z"),
    input: "ie",
    title: "Say first what you had to correct",
    advice: "2 of 3 prompts corrected something.",
    evidence: "[]",
    expectation: "Fewer prompts that correct the one before.",
    rewrite: null,
    published_at: null,
    ...changes,
  };
}

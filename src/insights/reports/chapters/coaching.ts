/** The chapter "coaching": the cards of the window, and what they are about. */
import { z } from "zod";
import { rowsToRead } from "../../../identity/scope.ts";
import { listCards } from "../../advisor/listed/list-cards.ts";
import { countCardsByInput } from "../../advisor/listed/listed-cards-table.ts";
import { type ChapterParts, mostOf, type ReportWindow } from "./chapter.ts";
import { SKILL_INPUTS } from "../../../metrics/metrics.ts";
import { CARD } from "../../advisor/card.ts";

const COUNT = z.int().min(0);

export const COACHING = z.object({
  total: COUNT.describe("Cards of the window."),
  inputs: z
    .array(z.object({ input: z.enum(SKILL_INPUTS), cards: COUNT }))
    .describe("What they are about, the commonest first."),
  cards: z.array(CARD).describe("At most ten, the newest first."),
  missing: z.string().nullable().describe("Why there is no card; null when there is one."),
});

export type Coaching = z.infer<typeof COACHING>;

const MOST_CARDS = { report: 10, whole: 500 };
/** Nobody's own vote is shown. */
const NOBODY = "";

/** Computes the chapter. */
export async function workOutCoaching({ database }: ChapterParts, window: ReportWindow): Promise<Coaching> {
  const { scope, from, to } = window;
  const organization = scope.organizationId;
  const asked = { ...window, voter: NOBODY, sessionId: null, limit: mostOf(window, MOST_CARDS), after: null };
  const { cards } = await listCards(database, asked);
  const readable = await rowsToRead(database, scope, null);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization, developers: developerIds, labels, from, to, sessions: null };
  const inputs = readable === null ? [] : await countCardsByInput(database, filter);
  return {
    total: inputs.reduce((sum, input) => sum + input.cards, 0),
    inputs: inputs.toSorted((left, right) => right.cards - left.cards),
    cards,
    missing:
      cards.length > 0
        ? null
        : "No coaching card was written in this time: that takes a closed sub-session with a weak input of Skill.",
  };
}

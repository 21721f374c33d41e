/** The newest coaching card. */
import { type Card, useCards } from "../../api/cards.ts";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { CoachCard } from "../../parts/coach/coach-card.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { lowerTitle } from "../../words/inputs.ts";
import { formatDay } from "../../words/times.ts";

export interface CoachingCellProps {
  cards: ReturnType<typeof useNewestCard>;
  whose: Whose;
}

export function useNewestCard(whose: Whose, days: number) {
  return useCards({ whose, days, limit: 1, place: null });
}

export function CoachingCell({ cards, whose }: CoachingCellProps) {
  const showsWho = whose.kind === "everyone";
  const hasNeighbour = showsWho || whose.isSelf;
  const [newest] = cards.data?.cards ?? [];
  return (
    <Cell
      span={hasNeighbour ? 4 : 12}
      title="Coaching"
      more={newest === undefined ? undefined : sayWhat(newest, showsWho)}
      right={<Go href={addressOf("/advisor", whose)}>All cards</Go>}
    >
      <Loaded
        query={cards}
        what="The newest card"
        bones="lines"
        empty={(found) => (found.cards.length === 0 ? <None /> : null)}
      >
        {(found) => found.cards.map((card) => <CoachCard key={card.id} card={card} />)}
      </Loaded>
    </Cell>
  );
}

/** "Ada, 18 Nov" or "context resets, 18 Nov": all three do not fit next to the link. */
function sayWhat({ input, at, developer }: Card, showsWho: boolean): string {
  return `${showsWho ? developer.name : lowerTitle(input)}, ${formatDay(at)}`;
}

function None() {
  return (
    <p className="second">
      No card in this time range. A card is written when a task closes and an input of Skill is under 50 in
      it. Older work, such as an import, gets none automatically: open a session and ask.
    </p>
  );
}

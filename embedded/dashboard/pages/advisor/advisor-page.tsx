/** Coaching: habits first, each with own tasks that show it; behind them the cards, one for each task. */
import { readPlace } from "../../address/page-place.ts";
import { useParameter, useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import type { HabitsAnswer } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import { useCards, useLiveCards } from "../../api/cards.ts";
import { useHabits } from "../../api/habits.ts";
import { useCaller } from "../../frame/session-context.ts";
import type { Liveness } from "../../api/new-cards.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OnceArrived } from "../../parts/once-arrived.tsx";
import { Word } from "../../parts/shape.tsx";
import { TimePager } from "../../parts/time-pager.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { sayCards, sayEffects } from "./advisor-data.ts";
import { CardTable } from "./card-table.tsx";
import { Everybody, OneDeveloper } from "./habits-part.tsx";

const SHOWN = 20;

export function AdvisorPage() {
  const days = useRange();
  const [whose] = useWhose();
  const habits = useHabits(whose, days);
  const liveness = useLiveCards();
  return (
    <>
      <Head title="Coaching" asOf={habits.dataUpdatedAt} tools={<Tools liveness={liveness} />} hasRange />
      <Loaded
        query={habits}
        what="The habits"
        bones="lines"
        empty={({ developers }) => (developers.length === 0 ? NOTHING : null)}
      >
        {(found) => <Habits found={found} isOne={whose.kind === "one"} />}
      </Loaded>
      <Cards isLive={liveness === "live"} />
    </>
  );
}

/** Without work there are no cards either, and they say so. */
const NOTHING = <></>;

/** A personal key reads one developer, whoever is asked for. */
function Habits({ found, isOne }: { found: HabitsAnswer; isOne: boolean }) {
  const { role, developer } = useCaller();
  const [first] = found.developers;
  const readsOne = isOne || (role !== "admin" && developer !== null);
  return readsOne && first !== undefined ? <OneDeveloper found={first} /> : <Everybody found={found} />;
}

/** The cards behind the habits, one for each task. */
function Cards({ isLive }: { isLive: boolean }) {
  const days = useRange();
  const [whose] = useWhose();
  const list = [days, whose.kind === "one" ? whose.id : "everyone"].join(".");
  const place = readPlace(useParameter("page")[0], list);
  const cards = useCards({ whose, days, limit: SHOWN, place, isLive });
  return (
    <Loaded
      query={cards}
      what="The cards"
      bones="lines"
      empty={(found) => (found.cards.length === 0 ? <NoCards days={days} /> : null)}
    >
      {(found) => (
        <Row>
          <Cell span={12} title="Cards behind the habits" more={sayCards(found.cards, found.total, days)}>
            <CardTable cards={found.cards} showsWho={whose.kind === "everyone"} />
            <TimePager before={place?.before ?? 0} shown={found.cards.length} found={found} list={list} />
            <p className="note pad-top">{`${sayEffects(found.cards)} ${RULES}`.trim()}</p>
          </Cell>
        </Row>
      )}
    </Loaded>
  );
}

function Tools({ liveness }: { liveness: Liveness }) {
  return (
    <>
      <span className="live">
        {liveness === "live" && (
          <Word shape="dot" tone="good">
            live
          </Word>
        )}
        {liveness === "away" && (
          <Word shape="ring" tone="warn">
            asked every 30 s
          </Word>
        )}
      </span>
      <WhosePicker />
    </>
  );
}

const RULES =
  "A developer gets a card when a task closes: at most three a day, no two about the same that day, and none on a topic for two weeks after somebody marks it not helpful.";

function NoCards({ days }: { days: number }) {
  return (
    <Cell span={12}>
      <OnceArrived>
        <Empty title={`No card in these ${days} days`} action={<Go href="/sessions">Sessions</Go>}>
          A card is written when a task closes and an input of Skill is under 50 in it. A task closes when
          something new begins, or when nobody continues it for a day. Older work, such as an import, gets no
          card automatically. Choose a longer time range, or open a session and ask for advice on it now.
        </Empty>
      </OnceArrived>
    </Cell>
  );
}

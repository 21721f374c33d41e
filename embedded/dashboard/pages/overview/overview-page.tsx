/** How the work went: what changed, what is worth doing, what is odd, and the numbers behind it. */
import { useFifty } from "../../charts/held-against.ts";
import { Redirect } from "wouter";
import { type Range, useRange, withRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { tasksAddress } from "../../address/work-filter.ts";
import { isAway } from "../../api/ask.ts";
import { useNewestRecord } from "../../api/newest-record.ts";
import { Head } from "../../frame/head.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { OrganizationMedians } from "../../parts/score/organization-medians.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatAgo, now } from "../../words/times.ts";
import { formatThings } from "../../words/numbers.ts";
import { useFigures, useNext, useScores, useTrends } from "./fetch-overview.ts";
import { FiguresRow } from "./figures-row.tsx";
import { GainCell } from "./gain-cell.tsx";
import { HabitsCell } from "./habits-cell.tsx";
import { NextLines } from "./next-lines.tsx";
import { sayScores, type ShownScore, shownScores } from "./overview-data.ts";
import { PersonOverview } from "../you/person-overview.tsx";
import { ScoreCards } from "./score-cards.tsx";
import { TrendCell } from "./trend-cell.tsx";

/** One developer's work is shown as on their own page; whoever has a key of their own sees that first. */
export function OverviewPage() {
  const [whose] = useWhose();
  const newest = useNewestRecord();
  if (newest.data === null) return <Redirect to="/connect" replace />;
  return whose.kind === "one" ? (
    <PersonOverview whose={whose} />
  ) : (
    <Overview newestAt={newest.data?.at ?? null} />
  );
}

const EVERYONE = { kind: "everyone" } as const;

function Overview({ newestAt }: { newestAt: string | null }) {
  const days = useRange();
  const scores = useScores(days);
  // asked for together with the scores, not after them
  const rest = {
    trends: useTrends(EVERYONE),
    figures: useFigures(EVERYONE, days),
    next: useNext("everyone", days),
  };
  return (
    <>
      <Head title="Overview" asOf={scores.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <Loaded
        query={scores}
        what="The scores"
        bones="score"
        empty={(found) => (found === null ? <NothingFound days={days} newestAt={newestAt} /> : null)}
      >
        {(team) => team !== null && <Scores team={team} days={days} {...rest} />}
      </Loaded>
      {(scores.data != null || hasFailed(scores.error)) && (
        <BehindScores team={scores.data ?? undefined} days={days} {...rest} />
      )}
    </>
  );
}

/** What can be read without the scores stays; when the server is gone, nothing can. */
function hasFailed(problem: Error | null): boolean {
  return problem !== null && !isAway(problem);
}

interface ScoresProps extends Pick<Rest, "trends" | "next"> {
  team: Team;
  days: Range;
}

/** What the page asks for in addition to the scores. */
interface Rest {
  trends: ReturnType<typeof useTrends>;
  figures: ReturnType<typeof useFigures>;
  next: ReturnType<typeof useNext>;
}

function Scores({ team, days, trends, next }: ScoresProps) {
  const scores = { kind: "everyone", team } as const;
  return (
    <OrganizationMedians team={team}>
      <Answer
        lines={next.data != null && <NextLines next={next.data} inputs={team.inputs} />}
        note={<Note days={days} />}
      >
        {sayScores(scores, "The team’s", days)}
      </Answer>
      <ScoreCards
        scores={shownScores(scores)}
        days={days}
        trends={trends.data}
        evidenceOf={(score) => <Evidence {...score} />}
        addressOf={(name) => withRange(`/team?score=${name}`, days)}
      />
    </OrganizationMedians>
  );
}

interface BehindScoresProps extends Rest {
  /** undefined: not read. */
  team: Team | undefined;
  days: Range;
}

function BehindScores({ team, days, trends, figures, next }: BehindScoresProps) {
  return (
    <OrganizationMedians team={team}>
      <FiguresRow figures={figures} whose={EVERYONE} />
      <Row>
        <TrendCell trends={trends} days={days} span={12} />
      </Row>
      <Row>
        {team !== undefined && <GainCell inputs={team.inputs} />}
        <HabitsCell
          whose={EVERYONE}
          span={team === undefined ? 12 : 4}
          title="Habits worth most"
          query={next}
          habitsOf={(found) => found?.habits?.habits ?? []}
          none={NO_SHARED_HABIT}
        />
      </Row>
    </OrganizationMedians>
  );
}

const NO_SHARED_HABIT =
  "No habit is shared by five people; with fewer it would show whose it is. Coaching has each person’s own.";

/** "8 people, 763 tasks": the tasks lead to exactly those, without shared keys and people without the score. */
function Evidence({ name, people, subSessions }: ShownScore) {
  return (
    <>
      <To href={`/team?score=${name}`}>{formatThings(people, "person", "people")}</To>,{" "}
      <To href={tasksAddress(EVERYONE, { counted: true, scoredIn: name })}>
        {formatThings(subSessions, "task")}
      </To>
    </>
  );
}

function Note({ days }: { days: number }) {
  const fifty = useFifty();
  return (
    <>
      In Speed and Efficiency {fifty}; in Skill the tick is the median of people. The bar is an 80 % interval,
      the ring the {days} days before. A score needs three counted tasks; until then it says “learning”. Each
      number is the mean of the people, each counted once; the change is of the people in both periods.
    </>
  );
}

function NothingFound({ days, newestAt }: { days: number; newestAt: string | null }) {
  return (
    <NoWork title={`No work in these ${days} days`} action={<Go href="/connect">Connect an agent</Go>}>
      {newestAt === null ? "" : `The newest record is from ${formatAgo(newestAt, now())}. `}
      Choose a longer time range
    </NoWork>
  );
}

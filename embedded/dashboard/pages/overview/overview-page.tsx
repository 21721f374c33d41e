/** How the work went: what changed, what is worth doing, what is odd, and the numbers behind it. */
import { useFifty } from "../../charts/held-against.ts";
import { Redirect } from "wouter";
import { rangesOver, SharedRange } from "../../charts/ranges/shared-range.ts";
import { developerAddress } from "../../address/developer-address.ts";
import { type Range, useRange, withRange } from "../../address/range.ts";
import { useWhose, type Whose } from "../../address/whose.ts";
import { useDevelopers } from "../../api/developers.ts";
import { useNewestRecord } from "../../api/newest-record.ts";
import { Head } from "../../frame/head.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { ScoreCard, type ScoreCardProps } from "../../parts/score/score-card.tsx";
import { OrganizationMedians } from "../../parts/score/organization-medians.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { DAY_MS, formatAgo, now } from "../../words/times.ts";
import { formatThings } from "../../words/numbers.ts";
import {
  type FoundScores,
  type Trends,
  useFigures,
  useNext,
  useScores,
  useTrends,
} from "./fetch-overview.ts";
import { CoachingCell, useNewestCard } from "./coaching-cell.tsx";
import { FiguresRow } from "./figures-row.tsx";
import { GainCell } from "./gain-cell.tsx";
import { NextLines } from "./next-lines.tsx";
import {
  sayScores,
  SCORE_NAMES,
  SCORE_TITLES,
  type ScoreName,
  type ScoresOfWindow,
  type ShownScore,
  shownScores,
} from "./overview-data.ts";
import { YouPage } from "../you/you-page.tsx";
import { SkillCell } from "./skill-cell.tsx";
import { TrendCell } from "./trend-cell.tsx";

/** Whoever has a key of their own sees their own work first. */
export function OverviewPage() {
  const [whose] = useWhose();
  const newest = useNewestRecord();
  if (newest.data === null) return <Redirect to="/connect" replace />;
  return whose.kind === "one" && whose.isSelf ? (
    <YouPage whose={whose} />
  ) : (
    <Overview whose={whose} newestAt={newest.data?.at ?? null} />
  );
}

function Overview({ whose, newestAt }: { whose: Whose; newestAt: string | null }) {
  const days = useRange();
  const scores = useScores(whose, days);
  // asked for together with the scores, not after them
  const rest = {
    trends: useTrends(whose),
    figures: useFigures(whose, days),
    next: useNext(whose, days),
    cards: useNewestCard(whose, days),
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
        {(found) => found !== null && <Work scores={found} whose={whose} days={days} {...rest} />}
      </Loaded>
    </>
  );
}

interface WorkProps {
  scores: FoundScores;
  whose: Whose;
  days: Range;
  trends: ReturnType<typeof useTrends>;
  figures: ReturnType<typeof useFigures>;
  next: ReturnType<typeof useNext>;
  cards: ReturnType<typeof useNewestCard>;
}

function Work({ scores, whose, days, trends, figures, next, cards }: WorkProps) {
  const subject = useSubject(whose);
  const { organization } = scores;
  const shown = shownScores(scores);
  const drawn = SCORE_NAMES.map((name) => trends.data?.points[name] ?? []);
  return (
    <OrganizationMedians team={organization}>
      <Answer
        lines={next.data != null && <NextLines next={next.data} inputs={organization.inputs} />}
        note={<Note days={days} kind={scores.kind} />}
      >
        {sayScores(scores, subject, days)}
      </Answer>
      <SharedRange value={rangesOver(shown, drawn)}>
        <Row>
          {shown.map((score) => (
            <ScoreCard
              key={score.name}
              {...score}
              name={SCORE_TITLES[score.name]}
              evidence={<To href={evidenceOf(scores, score.name)}>{sayEvidence(scores, score)}</To>}
              address={withRange(evidenceOf(scores, score.name), days)}
              beforeFrom={now() - 2 * days * DAY_MS}
              trend={trendOf(trends.data, score.name)}
            />
          ))}
        </Row>
      </SharedRange>
      <FiguresRow figures={figures} whose={whose} />
      <Row>
        <TrendCell trends={trends} days={days} span={scores.kind === "one" ? 8 : 12} />
        {scores.kind === "one" && <SkillCell row={scores.row} />}
      </Row>
      <Row>
        {scores.kind === "everyone" && <GainCell inputs={organization.inputs} />}
        <CoachingCell cards={cards} whose={whose} />
      </Row>
    </OrganizationMedians>
  );
}

/** Returns "61 tasks", or "8 people, 763 tasks". */
function sayEvidence(scores: ScoresOfWindow, { people, subSessions }: ShownScore): string {
  const tasks = formatThings(subSessions, "task");
  return scores.kind === "one" ? tasks : `${formatThings(people, "person", "people")}, ${tasks}`;
}

/** One developer's own page, or how everybody is. */
function evidenceOf(scores: ScoresOfWindow, name: ScoreName): string {
  const page = scores.kind === "one" ? developerAddress(scores.row.developer.id) : "/team";
  return `${page}?score=${name}`;
}

function trendOf(trends: Trends | undefined, name: ScoreName): ScoreCardProps["trend"] {
  return trends === undefined ? null : { bucket: trends.bucket, points: trends.points[name] };
}

/** "Your", or "Ada Lovelace's". */
function useSubject(whose: Whose): string {
  const developers = useDevelopers().data ?? [];
  if (whose.kind === "everyone") return "The team’s";
  if (whose.isSelf) return "Your";
  const found = developers.find(({ id, email }) => id === whose.id || email === whose.id);
  return found === undefined ? "These" : `${found.name}’s`;
}

function Note({ days, kind }: { days: number; kind: ScoresOfWindow["kind"] }) {
  const fifty = useFifty();
  return (
    <>
      In Speed and Efficiency {fifty}; in Skill the tick is the median of people. The bar is an 80 % interval,
      the ring the {days} days before. A score needs three counted tasks; until then it says “learning”.
      {kind === "everyone" &&
        " Each number is the mean of the people, each counted once; the change is of the people in both periods."}
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

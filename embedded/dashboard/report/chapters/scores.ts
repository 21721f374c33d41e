/** The chapter "scores": how they are among people, how they went, and who has which. */
import { sayFifty } from "../../words/fifty.ts";
import type { Scores } from "../../../../src/insights/reports/chapters/scores.ts";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { earnedRows, sayAxes } from "../../pages/developer/earned/earned-rows.ts";
import {
  SCORE_NAMES,
  SCORE_TITLES,
  type ScoreName,
  skillInputs,
} from "../../pages/overview/overview-data.ts";
import { saySpread, shownSpread } from "../../pages/team/team-data.ts";
import { sayEarned, sayEvidence } from "../../words/earned.ts";
import { joined } from "../../words/joined.ts";
import {
  formatCount,
  formatInterval,
  formatScore,
  formatSigned,
  formatThings,
  NO_VALUE,
} from "../../words/numbers.ts";
import { DAY_MS } from "../../words/times.ts";
import type { Block, Chapter, Listed, Reported, Trend, Words } from "../document.ts";
import { personOf } from "../evidence.ts";

type Report = Reported<{ scores: Scores }>;

export function describeScores(report: Report): Chapter {
  const { developer, chapters } = report;
  const [ownRow] = chapters.scores.people;
  const blocks: Block[] =
    developer === null
      ? [spreads(report), people(report)]
      : ownRow === undefined
        ? []
        : [...earned(ownRow, chapters.scores.baseline), inputs(ownRow), ...remedies(ownRow)];
  return {
    id: "scores",
    title: "Scores",
    answer: developer === null ? saySpread(chapters.scores.team) : sayOwn(ownRow),
    blocks: [...blocks, ...trends(report), howToRead(report)],
  };
}

function howToRead({ chapters }: Report): Block {
  return {
    kind: "paragraph",
    rank: "note",
    words: [
      `Scores run from 0 to 100. In Speed and Efficiency ${sayFifty(chapters.scores.baseline)}. A difference inside an interval may be chance, and no line is drawn where there was too little work. ` +
        "People are listed from A to Z: scores are no ranking.",
    ],
  };
}

function sayOwn(row: ScoreRow | undefined): string {
  if (row === undefined) return "There is no work in this time to base scores on.";
  const known = SCORE_NAMES.filter((name) => row[name] !== null);
  if (known.length === 0)
    return `There is no score yet: ${formatThings(row.subSessions, "task")} of this time is counted.`;
  const levels = known.map((name) => `${SCORE_TITLES[name]} ${formatScore(row[name])}`);
  return `${joined(levels)}, from ${formatThings(row.subSessions, "task")}.`;
}

function spreads({ chapters }: Report): Listed {
  const { team } = chapters.scores;
  return {
    kind: "table",
    title: "How scores are spread among people",
    columns: [
      { title: "Score" },
      { title: "People", align: "right" },
      { title: "Mean", align: "right" },
      { title: "Median", align: "right", hidesBelow: 720 },
      { title: "Middle half", align: "right" },
      { title: "Change, same people", align: "right", hidesBelow: 720 },
    ],
    rows: SCORE_NAMES.map((name) => {
      const spread = shownSpread(team.scores[name]);
      const change = team.change[name];
      return [
        SCORE_TITLES[name],
        formatCount(team.means[name].people),
        sayMean(team.means[name]),
        spread === null ? NO_VALUE : formatScore(spread.median),
        spread === null ? "fewer than five people" : formatInterval(spread.middleHalf),
        change === null ? NO_VALUE : sayChange(change),
      ];
    }),
    note: null,
  };
}

function sayMean({ value, interval }: Scores["team"]["means"][ScoreName]): string {
  if (value === null) return NO_VALUE;
  return interval === null ? formatScore(value) : `${formatScore(value)} (${formatInterval(interval)})`;
}

function sayChange({ value, interval }: { value: number; interval: readonly [number, number] }): string {
  return `${formatSigned(value, 1)} (${formatSigned(interval[0], 1)} to ${formatSigned(interval[1], 1)})`;
}

function people({ chapters }: Report): Listed {
  const { people: rows, peopleLeftOut } = chapters.scores;
  return {
    kind: "table",
    title: "Scores of each developer",
    columns: [
      { title: "Developer" },
      ...SCORE_NAMES.map((name) => ({ title: SCORE_TITLES[name], align: "right" as const })),
      { title: "Tasks", align: "right", hidesBelow: 720 },
    ],
    rows: rows.map((row): Words[] => [
      personOf(row.developer),
      ...SCORE_NAMES.map((name) => withInterval(row, name)),
      formatCount(row.subSessions),
    ]),
    note:
      peopleLeftOut === 0
        ? "Each score is followed by its 80 % interval."
        : { text: `${formatThings(peopleLeftOut, "more developer")} on the page Team`, page: "/team" },
  };
}

function withInterval(row: ScoreRow, name: ScoreName): string {
  const [value, interval] = [row[name], row.interval?.[name] ?? null];
  if (value === null) return row.state === "learning" ? "learning" : NO_VALUE;
  return interval === null ? formatScore(value) : `${formatScore(value)} (${formatInterval(interval)})`;
}

function inputs(row: ScoreRow): Listed {
  return {
    kind: "table",
    title: "What Skill is made of",
    columns: [
      { title: "Input" },
      { title: "Value", unit: "of 100", align: "right" },
      { title: "Time before", align: "right", hidesBelow: 720 },
      { title: "Share of the change", align: "right" },
    ],
    rows: skillInputs(row).map(({ title, value, moved }) => [
      title,
      formatScore(value),
      moved === null ? NO_VALUE : formatScore(moved.from),
      moved === null ? NO_VALUE : formatSigned(moved.points, 1),
    ]),
    note: null,
  };
}

/** The sums that scores were computed from; nothing where there are none. */
function earned(row: ScoreRow, baseline: Scores["baseline"]): Block[] {
  const rows = earnedRows(row);
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      title: "What was taken and earned",
      columns: [{ title: "Score" }, { title: "Taken → earned" }, { title: "Together", hidesBelow: 720 }],
      rows: rows.map(({ title, parts }) => [
        title,
        sayAxes(parts),
        `${sayEarned(parts, baseline)}. ${sayEvidence(parts)}.`,
      ]),
      note: null,
    },
  ];
}

/** What has no value, and what would change that; each remedy once. */
function remedies({ missing }: ScoreRow): Block[] {
  const texts = new Set(missing?.reasons.map(({ remedy }) => remedy));
  if (texts.size === 0) return [];
  return [{ kind: "points", points: [...texts].map((text) => [text]) }];
}

const BUCKET_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;

function trends({ developer, to, chapters }: Report): Trend[] {
  const { bucket, points } = chapters.scores.trend;
  const lastStart = points.at(-1)?.start ?? to;
  const isOver = Date.parse(lastStart) + BUCKET_MS[bucket] <= Date.parse(to);
  return SCORE_NAMES.filter((name) => points.some((point) => point[name].value !== null)).map((name) => ({
    kind: "trend",
    name: SCORE_TITLES[name],
    bucket,
    last: isOver ? "over" : "open",
    bandName: developer === null ? "80 % interval over people" : "80 % interval",
    points: points.map((point) => ({
      start: point.start,
      value: point[name].value,
      interval: point[name].range,
    })),
  }));
}

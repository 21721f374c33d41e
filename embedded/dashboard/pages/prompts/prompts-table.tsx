/** The columns of the list of prompts. */
import type { ReactNode } from "react";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import { promptAddress } from "../../address/prompt-address.ts";
import { To } from "../../parts/links.tsx";
import { type ShapeName, type Tone, Word } from "../../parts/shape.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatScore, NO_VALUE } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS, gradeName, STATUS_WORDS } from "../../words/rubric.ts";
import { formatMoment } from "../../words/times.ts";
import type { Grouped } from "./missing-data.ts";
import type { PromptRow } from "./fetch-prompts.ts";

/** Shows who wrote it only where it may be anybody, and the status only where there are several. */
export function columnsFor(
  whose: "everyone" | "one",
  { hasStatus }: { hasStatus: boolean },
): readonly Column<Grouped<PromptRow>>[] {
  const columns = hasStatus ? COLUMNS : COLUMNS.filter(({ title }) => title !== "Status");
  return [...columns, whose === "everyone" ? { ...SENT, title: "Sent by", cell: SentBy } : SENT];
}

const COLUMNS: readonly Column<Grouped<PromptRow>>[] = [
  {
    title: "Score",
    align: "right",
    cell: ({ rubricScore }) => (rubricScore === undefined ? NO_VALUE : <b>{formatScore(rubricScore)}</b>),
  },
  { title: "Grade", cell: ({ grade }) => (grade === undefined ? NO_VALUE : gradeName(grade)) },
  { title: "Prompt, and what it misses", grows: true, cell: (prompt) => <Prompt prompt={prompt} /> },
  { title: "Intent", hidesBelow: 720, cell: ({ intent }) => intent?.replaceAll("_", " ") ?? NO_VALUE },
  { title: "Status", hidesBelow: 720, cell: (prompt) => <Status prompt={prompt} /> },
  ...DIMENSIONS.map((dimension): Column<PromptRow> => ({
    title: DIMENSION_WORDS[dimension].short,
    align: "right",
    hidesBelow: 1280,
    cell: ({ rubric }) => formatScore(rubric?.[dimension] ?? null),
  })),
];

const SENT: Column<PromptRow> = {
  title: "Sent",
  hidesBelow: 720,
  cell: ({ submittedAt }) => <span className="nowrap">{formatMoment(submittedAt)}</span>,
};

function SentBy({ developer, submittedAt }: PromptRow): ReactNode {
  return (
    <span className="nowrap">
      {developer.name}
      <br />
      <span className="quiet">{formatMoment(submittedAt)}</span>
    </span>
  );
}

function Prompt({ prompt }: { prompt: Grouped<PromptRow> }): ReactNode {
  const { promptId, promptText, coachingNotes, times } = prompt;
  return (
    <>
      {times > 1 && <span className="prompt-times">{times} ×</span>}
      <To href={promptAddress(promptId)}>{promptText ?? "Text withheld by the agent"}</To>
      {coachingNotes[0] !== undefined && <div className="prompt-misses">{coachingNotes[0]}</div>}
    </>
  );
}

const LOOKS: Readonly<Record<PromptStatus, readonly [ShapeName, Tone]>> = {
  scored: ["tick", "good"],
  pending: ["half", "warn"],
  short_circuited: ["same", "quiet"],
  failed: ["diamond", "bad"],
};

/** How far a prompt is; one without its text waits for nothing. */
function Status({ prompt: { status, promptText } }: { prompt: PromptRow }) {
  if (status === "pending" && promptText === null)
    return (
      <Word shape="same" tone="quiet">
        text withheld
      </Word>
    );
  const [shape, tone] = LOOKS[status];
  return (
    <Word shape={shape} tone={tone}>
      {STATUS_WORDS[status]}
    </Word>
  );
}

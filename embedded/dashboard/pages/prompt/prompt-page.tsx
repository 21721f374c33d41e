/** One prompt: its text with the evidence, its checks, how its score adds up, and what would make it better. */
import { useParams } from "wouter";
import { sessionAddress } from "../../address/session-address.ts";
import { type Agreement, useAgreement } from "../../api/agreement.ts";
import { Head } from "../../frame/head.tsx";
import { To } from "../../parts/links.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { sayAgreement, type Trial } from "../../words/agreement.ts";
import { formatZonedMoment } from "../../words/times.ts";
import { ArithmeticCell } from "./arithmetic-cell.tsx";
import { ChecksRow } from "./checks-row.tsx";
import { type Quote, quotesIn } from "./evidence.ts";
import { type PromptDetail, usePrompt } from "./fetch-prompt.ts";
import { judgedBy, sayPrompt } from "./prompt-data.ts";
import { JudgeAgain } from "./judge-again.tsx";
import { PromptText } from "./prompt-text.tsx";

export function PromptPage() {
  const { id = "" } = useParams();
  const prompt = usePrompt(id);
  const agreement = useAgreement();
  return (
    <>
      <Head
        title={prompt.data === undefined ? "Prompt" : `Turn ${prompt.data.turnIndex}`}
        crumb={{ name: "Prompts", address: "/prompts" }}
        asOf={prompt.dataUpdatedAt}
        hasRange={false}
      />
      <Loaded query={prompt} what="The prompt" bones="lines">
        {(found) => <Judged prompt={found} trial={trialOf(found, agreement.data)} />}
      </Loaded>
    </>
  );
}

function Judged({ prompt, trial }: { prompt: PromptDetail; trial: Trial | null }) {
  const { promptText, checks = [], rubric } = prompt;
  const quotes = quotesIn(promptText ?? "", checks);
  const weak = new Set(trial?.checks.flatMap((check) => (check.weak ? [check.id] : [])));
  return (
    <>
      <Answer note={<Where prompt={prompt} />}>{sayPrompt(prompt)}</Answer>
      <Row>
        <TextCell prompt={prompt} quotes={[...quotes.values()]} trial={trial} isUncertain={weak.size > 0} />
        <Sums prompt={prompt} />
      </Row>
      {rubric !== undefined && <ChecksRow rubric={rubric} checks={checks} quotes={quotes} weak={weak} />}
    </>
  );
}

/** What is known of the marks of the model that judged; null when it is not the one that was measured. */
function trialOf({ agentVersion }: PromptDetail, agreement: Agreement | undefined): Trial | null {
  const judge = judgedBy(agentVersion)?.model;
  return agreement !== undefined && agreement.model === judge ? agreement.trial : null;
}

interface TextCellProps {
  prompt: PromptDetail;
  quotes: readonly Quote[];
  trial: Trial | null;
  /** Whether checks are marked as uncertain. */
  isUncertain: boolean;
}

const UNCERTAIN = "At checks that are marked “uncertain” it is little better than chance.";

function TextCell({ prompt, quotes, trial, isUncertain }: TextCellProps) {
  const { promptText, rubric, coachingNotes } = prompt;
  return (
    <Cell
      span={rubric === undefined ? 12 : 8}
      title="Prompt"
      more={quotes.length === 0 ? undefined : "the numbers are evidence, quoted word for word"}
    >
      {promptText === null ? (
        <p className="second">The agent withholds the text of its prompts.</p>
      ) : (
        <PromptText text={promptText} quotes={quotes} />
      )}
      <Notes notes={coachingNotes} />
      <p className="note pad-top">
        {sayJudge(prompt)} {trial !== null && sayAgreement("The model", trial)}
        {isUncertain && ` ${UNCERTAIN}`}
      </p>
      <JudgeAgain prompt={prompt} />
    </Cell>
  );
}

function Sums({ prompt: { rubric, rubricScore, grade, checks = [] } }: { prompt: PromptDetail }) {
  if (rubric === undefined || rubricScore === undefined || grade === undefined) return null;
  const verify = checks.find(({ id }) => id === "asks_to_verify")?.verdict ?? null;
  return <ArithmeticCell rubric={rubric} rubricScore={rubricScore} grade={grade} verify={verify} />;
}

function Where({ prompt: { developer, submittedAt, sessionId, turnIndex } }: { prompt: PromptDetail }) {
  return (
    <>
      {developer.name}, {formatZonedMoment(submittedAt)},{" "}
      <To href={sessionAddress(sessionId, { turn: turnIndex })}>turn {turnIndex} of its session</To>.
    </>
  );
}

function sayJudge({ agentVersion, intent, detectedLanguage, confidence, checks }: PromptDetail): string {
  const judge = judgedBy(agentVersion);
  if (judge === null) return "The judge model was not asked about this prompt.";
  const certain =
    confidence === null || checks === undefined
      ? ""
      : ` ${Math.round(confidence * 100)} % of its verdicts could be used.`;
  const language = detectedLanguage === null ? "" : `, language ${detectedLanguage}`;
  const wants = intent === null ? "" : ` Intent ${intent.replaceAll("_", " ")}${language}.`;
  return `Judged by ${judge.model} with rubric version ${judge.rubric}.${wants}${certain}`;
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <>
      <h3 className="sub-head">What would make it better</h3>
      <ol className="coaching">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ol>
    </>
  );
}

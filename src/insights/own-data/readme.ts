/** Writes the file that says, in plain words, what the other files of somebody's data are. */
import { shownTime } from "../../vocabulary/times.ts";
import type { WhoseData } from "./whose-data.ts";

/** What each table holds, by name; one that is not named here is listed without words. */
const TABLES: Readonly<Record<string, string>> = {
  accounts: "what each task took and earned, turn by turn",
  active_pieces: "when work was going on",
  alerts: "alerts about you",
  answer_texts: "answers of agents, for search",
  asked_contents: "which prompts were put to the judge model",
  assembled_sessions: "sessions that were put together",
  boundary_looks: "how the beginnings of tasks were found",
  boundary_overrides: "corrections: where a task begins",
  call_hours: "model calls by the hour",
  card_votes: "your votes and comments on coaching cards",
  cards: "coaching cards",
  check_ins: "how content you said you are, week by week",
  closings: "when tasks were closed",
  conversation_moments: "moments of conversations that agents hold with themselves",
  dirty_sessions: "sessions that wait to be measured again",
  endings: "when sessions ended",
  error_waits: "waiting after errors",
  judgements: "grades of prompts, with the words that prove them",
  judging_waits: "prompts that wait for a grade",
  metrics: "the six metrics of each task",
  model_spend: "cost by model",
  neighbour_signs: "signs that show to which session a record belongs",
  passkeys: "your passkeys, without their keys",
  prompts: "prompts with their grades",
  report_chapters: "chapters of reports about you",
  reports: "reports about you",
  retry_prompts: "prompts that were sent again",
  said_outcomes: "corrections: how a task ended, as somebody said",
  schedule_runs: "runs of schedules of reports about you",
  schedules: "schedules of reports about you",
  scope_sessions: "which traces and processes belong to your sessions",
  score_days: "sums of your scores by day",
  seen_advice: "advice that you saw or tried",
  session_facts: "agent, version and start of each session",
  session_labels: "labels of sessions",
  session_parts: "parts of long sessions",
  session_sizes: "how much sessions hold",
  session_summaries: "titles and summaries of sessions",
  sessions: "sessions as they were seen in records",
  set_aside_sessions: "sessions that could not be measured",
  sighting_chunks: "what was noted of each record when it was examined",
  sub_session_titles: "titles of tasks",
  sub_sessions: "tasks, with their outcome and size",
  summary_texts: "summaries, for search",
  turns: "turns, with times, tokens and lines",
  user_accounts: "your account",
};

const FILES: Readonly<Record<string, string>> = {
  "person.json": "names and addresses by which you are known, your keys (not the keys themselves), sign-ins",
  "records/logs.jsonl": "log records that your agents sent",
  "records/prompts.jsonl": "prompts and answers that the Claude Code plugin sent",
  "records/spans.jsonl": "spans that your agents sent",
  "records/metrics.jsonl": "data points of metrics that your agents sent",
  "mentions.jsonl": "what reports of the team, budgets, schedules and alerts say of you",
  "audit.jsonl": "the audit log: who read, changed or exported what is yours, and what you did",
};

/** Who reads the files: the person, or somebody for them. */
export type Reader = "person" | "admin";

/** What it is about. */
export interface ReadmeParts {
  whose: WhoseData;
  reader: Reader;
  /** How many lines each file has, by name, in their order; 0 for those that are left out. */
  counts: ReadonlyMap<string, number>;
}

/** Returns its text. */
export function writeReadme({ whose, reader, counts }: ReadmeParts): string {
  const { name } = whose.developer;
  const written = [...counts].filter(([, lines]) => lines > 0);
  const empty = [...counts].filter(([, lines]) => lines === 0);
  return [
    `Everything that this server stores about ${name}`,
    `as of ${shownTime(whose.until)}`,
    "",
    "Each file that ends in .jsonl has one JSON document a line; any text editor opens it.",
    "Records are as they are stored, in the form of OpenTelemetry: a line has the records of one",
    "request that have the same origin. Rows of tables are what was computed from records, and",
    "what people said. Times are UTC.",
    "",
    ...(written.length === 0 ? ["There is nothing.", ""] : ["Files, and how many lines each has:", ""]),
    ...written.map(([file, lines]) => describe(file, lines)),
    "",
    "Looked for and found empty:",
    "",
    ...empty.map(([file]) => describe(file, null)),
    "",
    "Not in here: passwords and keys, of which the server has only hashes; what is on its way and not",
    "stored yet; backups; and what the person who runs the server keeps elsewhere.",
    ...(reader === "person"
      ? []
      : ["Check-ins are shown only to the person, with a key or sign-in of their own."]),
    "A record can be in a file twice when the server rewrote its files meanwhile; none is missing.",
    "",
  ].join("\n");
}

function describe(file: string, lines: number | null): string {
  const table = /^tables\/(.*)\.jsonl$/.exec(file)?.[1];
  const meaning = table === undefined ? FILES[file] : TABLES[table];
  const count = lines === null ? "" : ` (${lines})`;
  return `  ${file}${count}${meaning === undefined ? "" : `: ${meaning}`}`;
}

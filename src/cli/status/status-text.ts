/** The status of the appliance as aligned text. */
import type {
  BooksStatus,
  ExpiryWaits,
  JudgeStatus,
  LastBackup,
  StageStatus,
  StatusAnswer,
} from "../../http/self/status-answer.ts";
import { HOUR } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { sayDoubt } from "../../writer/arrivals/say-doubt.ts";
import { count } from "../text/count.ts";
import { sayEarlyRule } from "../text/early-rule.ts";
import { formatTable } from "../text/table.ts";

const COLUMNS = ["STAGE", "STATE", "BEHIND", "REMARKS"].map((title) => ({ title, align: "left" as const }));

/** A line for each stage. */
export function formatStages(stages: readonly StageStatus[], width: number | null = null): string {
  const rows = stages.map(({ stage, ready, detail, condition, lag, lastError }) => [
    stage,
    formatState(ready, condition),
    formatLag(lag),
    [detail, lastError === null ? null : `last error ${lastError.at}: ${lastError.message}`]
      .filter((remark) => remark !== null)
      .join("; "),
  ]);
  return formatTable(COLUMNS, rows, width);
}

function formatState(ready: boolean, condition: StageStatus["condition"]): string {
  if (!ready) return "not ready";
  return condition?.kind === "failed" ? "failing" : "ready";
}

function formatLag(lag: StageStatus["lag"]): string {
  if (lag === null) return "-";
  const waiting = lag.records === null ? count(lag.sessions ?? 0, "session") : count(lag.records, "record");
  return `${lag.seconds.toFixed(1)} s, ${waiting}`;
}

/** A line for each store that did not answer the server. */
export function formatUnanswered(unanswered: StatusAnswer["unanswered"]): string[] {
  return unanswered.map((store) => `NOT KNOWN: ${UNKNOWN_WITHOUT[store]}.`);
}

const UNKNOWN_WITHOUT: Readonly<Record<StatusAnswer["unanswered"][number], string>> = {
  database:
    "the database did not answer the server in time: how far stages are behind, what is set aside, open alerts, and " +
    "whether every record is accounted for",
  stream: "the stream did not answer the server: what waits in it",
};

/** What the judge model came to this month. */
export function formatLanguageModel({ model, month, budget }: ModelStatus): string {
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = month;
  const name = model === null ? "Language model: none configured" : `Language model: ${model}`;
  if (model === null && calls === 0) return `${name}; prompts wait without marks.`;
  const tokens = inputTokens + outputTokens;
  const limits = [
    budget.usd === null ? null : `${budget.usd} USD`,
    budget.tokens === null ? null : count(budget.tokens, "token"),
  ].filter((limit) => limit !== null);
  return [
    `${name}; this month ${count(calls, "call")}, ${count(tokens, "token")}, ${costUsd.toFixed(2)} USD`,
    ...(unpricedCalls > 0 ? [` (${count(unpricedCalls, "call")} without a known price)`] : []),
    ...(limits.length > 0 ? [` of at most ${limits.join(" and ")}`] : []),
    ".",
  ].join("");
}

/** When a backup was last made of the directory, and how much is in it. */
export function formatLastBackup(backup: LastBackup | null): string {
  if (backup === null)
    return "No backup yet: run scoring backup FILE. (Those by other tools cannot be seen from here.)";
  const { madeAt, bytes, records, missingObjects } = backup;
  const lack = missingObjects === 0 ? "" : `; it lacks ${count(missingObjects, "object")} (scoring doctor)`;
  return `Last backup: ${madeAt}, ${count(records, "record")}, ${sizeText(bytes)}${lack}.`;
}

/**
 * Returns a line where old records are not removed.
 *
 * @param waits - null when nothing waits; then there is no line.
 */
export function formatExpiryWaits(waits: ExpiryWaits | null): string[] {
  if (waits === null) return [];
  const { reason, comparedWith, agreedHours, since } = waits;
  const said = sayDoubt({ reason, comparedWith: Date.parse(comparedWith), ranMs: agreedHours * HOUR });
  return [`OLD RECORDS STAY since ${since}: ${said}.`];
}

/** A line where the bucket deletes records early. */
export function formatBucketRule(rule: StatusAnswer["bucketRule"]): string[] {
  return rule === null ? [] : [`RECORDS GO TOO SOON: ${sayEarlyRule(rule, rule.keptDays)}.`];
}

/** As much of the model's status as fits a line. */
export type ModelStatus = Pick<JudgeStatus, "model" | "month" | "budget">;

/**
 * Says whether no record is missing. Where the figures differ they follow as a table.
 *
 * @param shows - Whether the table is shown also where nothing differs.
 */
export function formatBooks(books: BooksStatus, shows: { figures: boolean }): string {
  const { published, inStream, persisted, duplicate, quarantined, lost } = books;
  const account: [string, number | null][] = [
    ["published", published?.records ?? null],
    ["in the stream", inStream?.records ?? null],
    ["persisted", persisted.records],
    ["duplicate", duplicate.records],
    ["quarantined", quarantined.records],
    ["lost by the stream", lost?.records ?? null],
    ["examined", books.examinedRecords],
    ["examined, with an impossible time", books.oddTimeRecords],
    ["pending", books.pendingRecords],
    ["held", books.heldRecords],
    ["expired", books.expiredRecords],
    ["purged", books.purgedRecords],
  ];
  const rows = account.flatMap(([name, records]) =>
    records === null ? [] : [[`  ${name}`, String(records)]],
  );
  const wrong = books.equations.filter(({ holds }) => !holds);
  return [
    books.balanced
      ? "Every record is accounted for."
      : "RECORDS ARE NOT ACCOUNTED FOR: do not change the data directory.",
    ...describeLoss(lost),
    ...describeOddTimes(books.oddTimeRecords),
    ...wrong.map(({ says, left, right }) => `  ${says}: ${left} against ${right}`),
    ...(shows.figures || !books.balanced ? [formatTable(FIGURES, rows)] : []),
  ].join("\n");
}

const FIGURES = [
  { title: "  RECORDS", align: "left" },
  { title: "", align: "right" },
] as const;

function describeOddTimes(records: number): string[] {
  return records === 0 ? [] : [`${count(records, "record")} with an impossible time: kept, not scored.`];
}

function describeLoss(lost: BooksStatus["lost"]): string[] {
  if (lost === null || lost.requests === 0) return [];
  const { requests, records, noticedAt } = lost;
  return [
    `THE STREAM LOST RECORDS: ${records} in ${requests} requests had been acknowledged; noticed ${noticedAt}.`,
    "  Its files were damaged or removed: check the disk.",
  ];
}

/** What the server's figures come to: what needs attention, and how each stage does in a word. */
import { formatCount, formatThings } from "../../../words/numbers.ts";
import { formatZonedMoment } from "../../../words/times.ts";
import { certificateConcerns } from "./certificate-data.ts";
import type { Stage, Status } from "./fetch-status.ts";

/** Something that a person should look at. */
export interface Concern {
  title: string;
  detail: string;
}

/** Returns everything that is wrong, the worst first. */
export function concernsOf(status: Status, now: number): Concern[] {
  return [
    ...stageConcerns(status.stages),
    ...unansweredConcerns(status),
    ...bookConcerns(status.books),
    ...certificateConcerns(status, now),
    ...ruleConcerns(status),
    ...expiryConcerns(status),
    ...setAsideConcerns(status),
  ];
}

function stageConcerns(stages: readonly Stage[]): Concern[] {
  return stages
    .filter((stage) => wordOf(stage).word === "failing" || !stage.ready)
    .map(({ stage, detail, condition, lastError }) => ({
      title: `${titleOf(stage)} is not ready`,
      detail: detail ?? condition?.reason ?? lastError?.message ?? "The server's log says more.",
    }));
}

const UNKNOWN_WITHOUT = {
  database: "Without it the server cannot say how far stages are behind, what is set aside and what is kept.",
  stream: "Without it the server cannot say what waits there.",
} as const;

function unansweredConcerns({ unanswered }: Status): Concern[] {
  return unanswered.map((store) => ({
    title: `The ${store} did not answer in time`,
    detail: UNKNOWN_WITHOUT[store],
  }));
}

function bookConcerns(books: Status["books"]): Concern[] {
  if (books === null) return [];
  const lost = books.lost?.records ?? 0;
  const concerns: (Concern | null)[] = [
    lost > 0
      ? {
          title: `${formatThings(lost, "record was", "records were")} lost`,
          detail: "These records were acknowledged, but a damaged queue lost them before they were written.",
        }
      : null,
    books.balanced
      ? null
      : {
          title: "The record accounting does not balance",
          detail: "What came in is not what is stored; the equations below show where.",
        },
    books.quarantined.records > 0
      ? {
          title: `${formatThings(books.quarantined.records, "record is", "records are")} in quarantine`,
          detail:
            "These records could not be read as telemetry; they are in the folder quarantine of the data directory.",
        }
      : null,
  ];
  return concerns.filter((concern) => concern !== null);
}

function ruleConcerns({ bucketRule }: Status): Concern[] {
  if (bucketRule === null) return [];
  const { name, prefix, days, keptDays } = bucketRule;
  const which = prefix === "" ? "all its objects" : `objects below ${prefix}`;
  const when = days === null ? "on one day" : `after ${formatThings(days, "day")}`;
  return [
    {
      title: "The bucket deletes records too early",
      detail:
        `${name === "" ? "A lifecycle rule" : `The lifecycle rule ${name}`} deletes ${which} ${when}, and records are to ` +
        `stay for ${formatThings(keptDays, "day")}. Change the rule, or the retention of the server.`,
    },
  ];
}

function expiryConcerns({ expiryWaits }: Status): Concern[] {
  if (expiryWaits === null) return [];
  const { reason, comparedWith, agreedHours } = expiryWaits;
  const why =
    reason === "before_build"
      ? `The server's clock shows a time before the program was built (${formatZonedMoment(comparedWith)}): set it.`
      : `The server's clock went more than 7 days past the last arrival (${formatZonedMoment(comparedWith)}). If it is ` +
        "right, run scoring retention confirm on the server; else set it. Without either, records are removed again " +
        `after 24 hours of running with records whose own times agree (${formatCount(agreedHours)} so far).`;
  return [{ title: "Old records are not removed", detail: why }];
}

const SET_ASIDE = { frames: "part of a record file", sessions: "session" } as const;

function setAsideConcerns({ setAside }: Status): Concern[] {
  return setAside.map(({ what, count, reason }) => ({
    title: `${formatThings(count, SET_ASIDE[what], what === "frames" ? "parts of record files" : "sessions")} set aside`,
    detail: `${reason}. It is kept but not scored; the next version tries again.`,
  }));
}

/** The page's answer. */
export function sayStatus(status: Status, now: number): string {
  const concerns = concernsOf(status, now);
  if (concerns.length > 1) return `${formatCount(concerns.length)} things need attention.`;
  if (concerns[0] !== undefined) return `${concerns[0].title}.`;
  const examined = status.books?.examinedRecords ?? 0;
  const all =
    examined === 0
      ? "nothing has been received yet"
      : `all ${formatCount(examined)} records are accounted for`;
  return `Everything works: ${formatThings(status.stages.length, "stage is", "stages are")} ready, and ${all}.`;
}

/** How a stage does: a word, and whether it is good. */
export interface StageWord {
  word: "ready" | "working" | "waiting" | "failing" | "not ready";
  tone: "good" | "warn" | "bad";
}

export function wordOf({ ready, condition }: Stage): StageWord {
  if (condition?.kind === "failed") return { word: "failing", tone: "bad" };
  if (!ready) return { word: "not ready", tone: "bad" };
  if (condition?.kind === "waiting") return { word: "waiting", tone: "warn" };
  return condition?.kind === "working" ? { word: "working", tone: "good" } : { word: "ready", tone: "good" };
}

/** Returns how far the slowest stage is behind, in seconds; null when it is not known. */
export function farthestBehind(stages: readonly Stage[]): number | null {
  const seconds = stages.flatMap(({ lag }) => (lag === null ? [] : [lag.seconds]));
  return seconds.length === 0 ? null : Math.max(...seconds);
}

const STAGES: Readonly<Record<string, string>> = {
  ingest: "receives telemetry",
  stream: "keeps requests until they are written",
  disk: "has room left",
  objects: "keeps every record",
  database: "keeps rows and scores",
  engine: "processes records while the server answers",
  commands: "carries out changes",
  writer: "writes records to disk",
  normaliser: "reads the agents' records",
  metrics: "computes the metrics of sessions",
  checking: "checks a new judge model",
  judging: "has prompts judged",
  advising: "writes coaching cards",
  summarizing: "has sessions summarized",
  scheduling: "starts scheduled reports and sends them",
  baselines: "learns baselines",
  remaking: "computes old records again",
  days: "adds days up",
  throttle: "finds waiting time",
  reporting: "makes reports",
  upkeep: "joins and expires old record files",
  purges: "deletes people",
  books: "checks that no record is missing",
};

/** What a stage does; "" for one that this page does not know. */
export function doesWhat({ stage }: Stage): string {
  return STAGES[stage] ?? "";
}

export function titleOf(stage: string): string {
  return stage.charAt(0).toUpperCase() + stage.slice(1);
}

/** Why a schedule is not made, changed or run, in the words of an answer. */
import { MOST_SCHEDULES } from "../../../insights/schedules/change-schedules.ts";
import type { TimingProblem } from "../../../insights/schedules/firings.ts";
import { Refusal } from "../../refusal.ts";

/** What is wrong, and in which field. */
interface WrongField {
  path: string;
  /** What is wrong, in a sentence. */
  detail: string;
  /** What would be right. */
  message: string;
}

const WRONG_FIELDS = {
  invalid_cron: {
    path: "cron",
    detail: "This is not a cron expression.",
    message: "expected five fields, such as 0 8 * * 1 for Mondays at 8:00",
  },
  never_fires: {
    path: "cron",
    detail: "A schedule with this cron expression never runs.",
    message: "expected a date that exists (30 February never comes)",
  },
  too_often: {
    path: "cron",
    detail: "A schedule runs at most once an hour.",
    message: "expected one minute of the hour, such as 0 8 * * * for every day at 8:00",
  },
  invalid_timezone: {
    path: "timezone",
    detail: "Unknown time zone.",
    message: "expected an IANA name, such as Europe/Berlin",
  },
  unknown_developer: {
    path: "developer",
    detail: "Unknown developer.",
    message: "expected an e-mail, or the id of a known developer",
  },
  unknown_webhook: {
    path: "destinations",
    detail: "Unknown webhook.",
    message: "expected the id of a webhook of GET /v1/integrations/webhooks",
  },
} as const satisfies Record<string, WrongField>;

const CONFLICTS = {
  too_many: `There are ${MOST_SCHEDULES} schedules, and there may be no more: delete one first.`,
  under_way: "A run of this schedule is under way: wait until it has ended.",
} as const;

/** The refusal for a problem. */
export function refusalOf(
  kind: keyof typeof WRONG_FIELDS | keyof typeof CONFLICTS | "unknown_schedule",
): Refusal {
  if (kind === "unknown_schedule") return unknownSchedule();
  if (kind === "too_many" || kind === "under_way") return new Refusal(409, { detail: CONFLICTS[kind] });
  const { path, detail, message } = WRONG_FIELDS[kind];
  return new Refusal(400, { detail, errors: [{ path, message }] });
}

/** For a schedule that is unknown or another's. */
export function unknownSchedule(): Refusal {
  return new Refusal(404, { detail: "Unknown schedule." });
}

/** What is wrong with a timing, for whoever is still typing it. */
export function explainTiming({ kind }: TimingProblem): { path: string; message: string } {
  const { path, detail } = WRONG_FIELDS[kind];
  return { path, message: detail };
}

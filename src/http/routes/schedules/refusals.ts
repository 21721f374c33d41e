/** Why a schedule is not made, changed or run, in the words of an answer. */
import { MOST_SCHEDULES } from "../../../insights/schedules/change-schedules.ts";
import { Refusal } from "../../refusal.ts";

const REFUSALS = {
  unknown_schedule: () => unknownSchedule(),
  invalid_cron: () =>
    wrong(
      "cron",
      "This is no cron expression.",
      "expected five fields, such as 0 8 * * 1 for Mondays at 8:00",
    ),
  never_fires: () =>
    wrong(
      "cron",
      "A schedule with this cron expression never runs.",
      "expected a date that comes, not 30 February",
    ),
  invalid_timezone: () =>
    wrong("timezone", "There is no such time zone.", "expected an IANA name, such as Europe/Berlin"),
  unknown_developer: () =>
    wrong(
      "developer",
      "There is no such developer here.",
      "expected an e-mail, or the id of a known developer",
    ),
  too_many: () =>
    new Refusal(409, {
      detail: `There are ${MOST_SCHEDULES} schedules, and there may be no more: delete one first.`,
    }),
  under_way: () =>
    new Refusal(409, { detail: "A run of this schedule is under way: wait until it has ended." }),
} as const;

/** The refusal for a problem. */
export function refusalOf(kind: keyof typeof REFUSALS): Refusal {
  return REFUSALS[kind]();
}

/** For a schedule that is unknown or another's. */
export function unknownSchedule(): Refusal {
  return new Refusal(404, { detail: "There is no such schedule here." });
}

function wrong(path: string, detail: string, message: string): Refusal {
  return new Refusal(400, { detail, errors: [{ path, message }] });
}

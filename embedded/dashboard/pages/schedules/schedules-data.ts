/** What schedules say: in a sentence, of each run, and what a form makes of them. */
import {
  draftOfPlaces,
  NO_PLACES,
  type Place,
  type PlacesDraft,
  placesOf,
  sayPlace,
} from "../../parts/places/places.ts";
import type { ShapeName, Tone } from "../../parts/shape.tsx";
import { sayLabel } from "../../words/labels.ts";
import { formatThings } from "../../words/numbers.ts";
import { formatMomentIn } from "../../words/zoned-times.ts";
import type { Run, Schedule, ScheduleWish } from "./fetch-schedules.ts";

export function saySchedules(schedules: readonly Schedule[]): string {
  const failed = schedules.filter(({ lastRun }) => lastRun?.status === "failed");
  const [only] = failed;
  if (only !== undefined)
    return failed.length === 1
      ? `The last run of “${only.name}” failed.`
      : `The last runs of ${formatThings(failed.length, "schedule")} failed.`;
  const [next] = schedules
    .flatMap(({ nextRunAt, ...schedule }) => (nextRunAt === null ? [] : [{ ...schedule, nextRunAt }]))
    .toSorted((first, second) => first.nextRunAt.localeCompare(second.nextRunAt));
  if (next === undefined) return "Every schedule is paused.";
  return `The next report is “${next.name}”: ${sayMoment(next.nextRunAt, next)}.`;
}

/** Returns "Mon 23 Nov, 08:00 in Europe/Berlin". */
export function sayMoment(at: string, { timezone }: Pick<Schedule, "timezone">): string {
  return `${formatMomentIn(at, timezone)} in ${timezone}`;
}

const WINDOWS = { day: "the day before", week: "the week before", month: "the month before" } as const;

/** Returns "the week before, of everybody". */
export function sayContent({ window, developer }: Pick<Schedule, "window" | "developer">): string {
  return `${WINDOWS[window]}, of ${developer === null ? "everybody" : developer.name}`;
}

/** Returns "Team: platform; Repository: web-shop"; empty for a report of all work. */
export function sayLabels({ labels }: Pick<Schedule, "labels">): string {
  return labels.map(sayLabel).join("; ");
}

/** Returns "to C0123456789"; empty for a report that is not sent. */
export function sayDestinations({ destinations }: { destinations: readonly Place[] }): string {
  return destinations.length === 0 ? "" : `to ${destinations.map(sayShortly).join(", ")}`;
}

function sayShortly(place: Place): string {
  return place.kind === "slack" ? (place.channel ?? "the webhook’s channel") : sayPlace(place);
}

/** What became of a run, as a shape and a word. */
export const RUN_STATES = {
  reporting: { shape: "half", tone: "quiet", word: "making the report" },
  delivering: { shape: "half", tone: "quiet", word: "sending" },
  completed: { shape: "tick", tone: "good", word: "done" },
  failed: { shape: "cross", tone: "bad", word: "failed" },
} as const satisfies Record<Run["status"], { shape: ShapeName; tone: Tone; word: string }>;

/** What is wrong with a run, also while it is still tried; null when nothing is. */
export function problemOf({ error, deliveries }: Run): string | null {
  return error ?? deliveries.find((delivery) => delivery.error !== null)?.error ?? null;
}

export const TRIGGERS = {
  schedule: "on time",
  missed: "late",
  request: "by hand",
} as const satisfies Record<Run["trigger"], string>;

/** What is typed into the form. */
export interface Draft extends PlacesDraft {
  name: string;
  cron: string;
  timezone: string;
  window: Schedule["window"];
  /** "" for everybody. */
  developer: string;
  /** Such as `team.id:platform`; none for all work. */
  labels: string[];
  narrative: boolean;
}

const MONDAYS = "0 8 * * 1";

/** @param timezone - The zone of the browser. */
export function newDraft(timezone: string): Draft {
  const report = { window: "week" as const, developer: "", labels: [], narrative: true };
  return { name: "", cron: MONDAYS, timezone, ...report, ...NO_PLACES };
}

export function draftOf(schedule: Schedule): Draft {
  const { name, cron, timezone, window, developer, labels, narrative, destinations } = schedule;
  return {
    name,
    cron,
    timezone,
    window,
    developer: developer?.id ?? "",
    labels,
    narrative,
    ...draftOfPlaces(destinations),
  };
}

export function wishOf({ channels, toWebhook, emails, webhooks, developer, ...draft }: Draft): ScheduleWish {
  return {
    ...draft,
    name: draft.name.trim(),
    developer: developer === "" ? null : developer,
    destinations: placesOf({ channels, toWebhook, emails, webhooks }),
  };
}

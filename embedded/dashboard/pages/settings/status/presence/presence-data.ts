/** What the list of who is there says: pure, so that each sentence can be tested. */
import type {
  CallsInHour,
  PresenceState,
  PresenceSummary,
  PresentPerson,
} from "../../../../../../src/insights/presence/presence-answer.ts";
import type { HourLane } from "../../../../charts/presence/hour-lanes.tsx";
import type { StripDay } from "../../../../charts/presence/strip.tsx";
import { agentName } from "../../../../words/agents.ts";
import { formatThings } from "../../../../words/numbers.ts";
import { DAY_MS, formatDay } from "../../../../words/times.ts";

/** Which people are listed. */
export type PresenceFilter = PresenceState;

/** Returns null for all, and for one that is not known. */
export function filterIn(parameter: string | null): PresenceFilter | null {
  return parameter === "quiet" || parameter === "absent" ? parameter : null;
}

/** The longest that a strip shows. */
const MOST_DAYS = 90;

/** The same window from the beginning of a UTC day on, in as many days. */
export function wholeDays({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const end = Math.ceil(Date.parse(to) / DAY_MS);
  const days = Math.min(MOST_DAYS, Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS));
  return { from: new Date((end - days) * DAY_MS).toISOString(), to };
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/** The squares of one person's strip, one for each day of the window. */
export function stripOf(
  { days, quietSince }: Pick<PresentPerson, "days" | "quietSince">,
  { from, to }: { from: string; to: string },
): StripDay[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const first = Date.parse(from);
  const count = Math.ceil((Date.parse(to) - first) / DAY_MS);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * DAY_MS;
    const text = new Date(at).toISOString().slice(0, "2026-10-01".length);
    const worked = byDay.get(text);
    const weekday = WEEKDAYS[new Date(at).getUTCDay()] ?? "";
    const turns = worked?.turns ?? 0;
    return {
      day: text,
      step: stepOfTurns(turns),
      isHollow: worked !== undefined && !worked.promptText,
      isEdge: text === quietSince,
      says: `${weekday} ${formatDay(at)}: ${sayTurns(turns)}${worked?.promptText === false ? ", no prompt text" : ""}`,
    };
  });
}

function sayTurns(turns: number): string {
  return turns === 0 ? "no work" : formatThings(turns, "turn");
}

/** What each step means, from 1 on. */
export const STEP_NAMES = ["1 to 4", "to 14", "to 39", "40 turns and more"] as const;

/** Returns 0 to 4; 0 is no work. */
function stepOfTurns(turns: number): 0 | 1 | 2 | 3 | 4 {
  if (turns === 0) return 0;
  if (turns < 5) return 1;
  if (turns < 15) return 2;
  return turns < 40 ? 3 : 4;
}

/** The strip as a sentence, for who cannot see it. */
export function describeStrip(strip: readonly StripDay[]): string {
  const worked = strip.filter(({ step }) => step > 0).length;
  const hollow = strip.filter(({ isHollow }) => isHollow).length;
  const text = hollow === 0 ? "" : `, ${formatThings(hollow, "day")} without prompt text`;
  return `Work on ${worked} of ${formatThings(strip.length, "day")}${text}`;
}

/** How somebody is there, in a word. */
export function stateOf({ days, quietSince }: Pick<PresentPerson, "days" | "quietSince">): {
  word: string;
  tone: "good" | "warn" | "quiet";
} {
  if (days.length === 0) return { word: "no work", tone: "quiet" };
  if (quietSince !== null) return { word: `quiet since ${formatDay(quietSince)}`, tone: "warn" };
  return { word: "there", tone: "good" };
}

/** The cell's answer. */
export function sayPresence({ people, quiet, absent }: PresenceSummary): string {
  const worked = people - absent;
  const left = [
    ...(quiet === 0 ? [] : [`${quiet} went quiet since a working day`]),
    ...(absent === 0 ? [] : [`${formatThings(absent, "person has", "people have")} no work here`]),
  ];
  const rest = left.length === 0 ? "" : `; ${left.join(", ")}`;
  return `${worked} of ${formatThings(people, "person", "people")} worked in this time${rest}.`;
}

/** Something to do about people, and where. */
export interface Fix {
  title: string;
  detail: string;
  address: string;
}

/** Returns what to do, the most people first; empty when all is well. */
export function fixesOf({ quiet, absent, withoutText }: PresenceSummary): Fix[] {
  const fixes = [
    {
      people: quiet,
      title: `${formatThings(quiet, "person", "people")} went quiet`,
      detail:
        "They worked, and then not on a working day since. Away, or is their agent no longer connected? Holidays are not known here.",
      address: "/settings?presence=quiet",
    },
    {
      people: absent,
      title: `${formatThings(absent, "person", "people")} without work`,
      detail: "Nothing arrived of them in this time. Send them the way to connect, or delete what is unused.",
      address: "/settings?presence=absent",
    },
    {
      people: withoutText,
      title: `${formatThings(withoutText, "person sends", "people send")} no prompt text`,
      detail:
        "Their prompts get no grade, and tasks are separated less reliably. Coverage shows what each agent sends.",
      address: "/settings/coverage",
    },
  ];
  return fixes
    .filter(({ people }) => people > 0)
    .toSorted((left, right) => right.people - left.people)
    .map(({ people: _people, ...fix }) => fix);
}

/** The lanes of the agents, by name. */
export function lanesOf(hours: readonly CallsInHour[]): HourLane[] {
  return [...Map.groupBy(hours, ({ agent }) => agent)]
    .map(([agent, ofAgent]) => ({
      name: agentName(agent),
      total: ofAgent.reduce((sum, { calls }) => sum + calls, 0),
      hours: ofAgent.map(({ hour, calls }) => ({ at: Date.parse(hour), calls })),
    }))
    .toSorted((left, right) => left.name.localeCompare(right.name));
}

/** How made-up sub-sessions ended, by the rules of docs/scoring.md, "Outcome", as far as made-up work can end. */
import type { Outcome } from "../../src/turns/outcomes/outcome-kind.ts";
import { type Ask, changes } from "./ask.ts";
import type { LivedTurn } from "./live-session.ts";

/** Returns the outcomes of a session's sub-sessions. */
export function outcomesOf(runs: readonly (readonly LivedTurn[])[]): Outcome[] {
  const asked = runs.map((turns) => turns.flatMap(({ asks }) => asks));
  return asked.map((asks, index) => {
    const shown = shownOutcome(asks);
    if (shown !== null) return shown;
    const later = new Set(asked.slice(index + 1).flatMap((each) => each.flatMap(pathsOf)));
    return asks.some((ask) => ask.writes.some(({ path }) => later.has(path))) ? "partial" : "unknown";
  });
}

function pathsOf({ named, writes }: Ask): string[] {
  return [...named, ...writes.map(({ path }) => path)];
}

function shownOutcome(asks: readonly Ask[]): Outcome | null {
  if (asks.some(({ commits }) => commits)) return "reached";
  if (!asks.some(changes)) return null;
  if (!somethingStays(asks)) return "abandoned";
  const test = asks.slice(asks.findIndex(changes)).findLast((ask) => ask.test !== null)?.test;
  if (test === undefined || test === null) return null;
  return test === "passed" ? "reached" : "partial";
}

/** Whether something is left of what was written. */
function somethingStays(asks: readonly Ask[]): boolean {
  return asks.some(({ writes }, index) =>
    writes.some(
      ({ path }) =>
        !asks
          .slice(index + 1)
          .some(({ takesBack }) => takesBack === "everything" || takesBack?.includes(path)),
    ),
  );
}

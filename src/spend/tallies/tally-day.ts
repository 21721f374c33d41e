/** Tallies of many sub-sessions, added up by each cut: the names that usage can be divided by. */
import { type SubSessionTally, tallyTool } from "./sub-session-tally.ts";
import { addTally, partOf, type Tally } from "./tally.ts";

/** What usage can be divided by; `all` has one name. A new cut is a line here and one in `placesOf`. */
export const CUTS = ["all", "developer", "agent", "model", "tool", "mcp_server", "label"] as const;

export type Cut = (typeof CUTS)[number];

/** One sub-session's tally, and whose it is. */
export interface OwnedTally {
  developer: string;
  tally: SubSessionTally;
}

/** What was counted under one name, and who it was, as places in the list of developers. */
export type CutRow = [name: string | null, tally: Tally, people: number[]];

/** One day's tallies. */
export interface TallyDay {
  /** Ids, in no particular order. */
  developers(): readonly string[];
  rows(cut: Cut): readonly CutRow[];
}

/** Adds up sub-sessions, in the cuts asked for. */
export function addUp(owned: readonly OwnedTally[], cuts: readonly Cut[] = CUTS): TallyDay {
  const developers = new Map<string, number>();
  const labels = cuts.includes("label") ? labelNamesIn(owned) : [];
  const sums = new Map(cuts.map((cut) => [cut, new Map<string | null, Sum>()]));
  for (const { developer, tally } of owned) {
    const person = developers.get(developer) ?? developers.size;
    developers.set(developer, person);
    for (const [cut, byName] of sums)
      for (const [name, counted] of placesOf(cut, { developer, tally, labels }))
        addTo(byName, name, { counted, person });
  }
  return {
    developers: () => [...developers.keys()],
    rows: (cut) =>
      [...(sums.get(cut) ?? [])].map(([name, { tally, people }]): CutRow => [name, tally, [...people]]),
  };
}

/** Returns a day as divided by one label; what has none of its values is under null. */
export function dividedByLabel(
  day: TallyDay,
  label: string,
  shownAs: (value: string) => string,
): Pick<TallyDay, "developers" | "rows"> {
  const prefix = labelRow(label, "");
  return {
    developers: () => day.developers(),
    rows: () => {
      const rows = day.rows("label").filter(([name]) => name?.startsWith(prefix) === true);
      // nobody had the label on this day
      if (rows.length === 0) return day.rows("all");
      return rows.map(([name, ...counted]): CutRow => {
        const value = name?.slice(prefix.length) ?? "";
        return [value === "" ? null : shownAs(value), ...counted];
      });
    },
  };
}

/** Names of labels have no colon. */
function labelRow(name: string, value: string): string {
  return `${name}:${value}`;
}

function labelNamesIn(owned: readonly OwnedTally[]): string[] {
  return [...new Set(owned.flatMap(({ tally }) => Object.keys(tally.labels ?? {})))];
}

interface Sum {
  tally: Tally;
  people: Set<number>;
}

function addTo(
  byName: Map<string | null, Sum>,
  name: string | null,
  { counted, person }: { counted: Tally; person: number },
): void {
  const sum = byName.get(name);
  if (sum === undefined) byName.set(name, { tally: [...counted], people: new Set([person]) });
  else {
    addTally(sum.tally, counted);
    sum.people.add(person);
  }
}

function placesOf(
  cut: Cut,
  { developer, tally, labels }: OwnedTally & { labels: readonly string[] },
): readonly (readonly [string | null, Tally])[] {
  switch (cut) {
    case "all":
      return [[null, tally.all]];
    case "developer":
      return [[developer, tally.all]];
    case "agent":
      return [[tally.agent, tally.all]];
    case "label":
      return labels.map((name) => [labelRow(name, tally.labels?.[name] ?? ""), tally.all]);
    case "model":
      return withGoal(tally, tally.models);
    case "tool":
      return withGoal(
        tally,
        tally.tools.map((tool) => [tool[0], tallyTool(tool)]),
      );
    case "mcp_server":
      return withGoal(
        tally,
        tally.tools.flatMap((tool): [string, Tally][] =>
          tool[1] === null ? [] : [[tool[1], tallyTool(tool)]],
        ),
      );
  }
}

const OF_GOALS = ["subSessions", "goals", "reached", "partial", "abandoned", "unknown"] as const;

/** Adds the sub-session itself to each name once, whatever was counted of it under that name. */
function withGoal(
  { all }: SubSessionTally,
  parts: readonly (readonly [string | null, Tally])[],
): (readonly [string | null, Tally])[] {
  const goal = partOf(all, OF_GOALS);
  const names = new Set(parts.map(([name]) => name));
  return [...[...names].map((name) => [name, goal] as const), ...parts];
}

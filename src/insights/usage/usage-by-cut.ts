/** Reads what a team used on one day, by each cut, as exports have it. */
import { z } from "zod";
import { shownValue } from "../../database/labels/label-filter.ts";
import { type LabelRename, readRenames } from "../../database/labels/label-renames-table.ts";
import type { Database } from "../../database/open.ts";
import { DEVELOPER_ANSWER, describeDeveloper } from "../../identity/developers/answer.ts";
import { type ReadScope, rowsToRead } from "../../identity/scope.ts";
import { type NamedSum, readTallyDays, TallySums } from "../../spend/tallies/read-tallies.ts";
import type { TallyDay } from "../../spend/tallies/tally-day.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { describeSums } from "./describe-sums.ts";
import { USAGE_CUTS, USAGE_SUMS } from "./usage-answer.ts";

/** One name of one cut on one day. */
export const USAGE_OF_CUT = z.object({
  day: z.iso.datetime().describe("Its beginning."),
  cut: z
    .enum(USAGE_CUTS)
    .describe(
      "What the day is divided by; `day` has it whole. Every cut has all of the work, `label` once for each name that anybody had on the day: choose one.",
    ),
  name: z
    .string()
    .nullable()
    .describe(
      "A model, an agent, an id of a developer, a tool, an MCP server, or a label such as `team.id:platform`, with nothing behind the colon where there is none. null: the whole day, or the agent sends none.",
    ),
  developer: DEVELOPER_ANSWER.nullable().describe("null: of other cuts."),
  ...USAGE_SUMS.shape,
});

export type UsageOfCut = z.infer<typeof USAGE_OF_CUT>;

/** @returns The whole day first; no row when nobody worked on it. */
export async function readUsageByCut(
  database: Database,
  scope: ReadScope,
  dayStart: Instant,
): Promise<UsageOfCut[]> {
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return [];
  const { developerIds, developers } = readable;
  const window = { from: dayStart, to: dayStart + DAY };
  const filter = { organization: scope.organizationId, developers: developerIds, ...window };
  const cutsOfDays = USAGE_CUTS.map((cut) => (cut === "day" ? "all" : cut));
  const [dated] = await readTallyDays(database, filter, cutsOfDays);
  if (dated === undefined) return [];
  const shownLabels = withShownLabels(dated.tallies, await readRenames(database, filter.organization));
  return USAGE_CUTS.flatMap((cut) => {
    const sums = new TallySums((id) => developers.get(id)?.id ?? id);
    sums.add(cut === "label" ? shownLabels : dated.tallies, cut === "day" ? "all" : cut);
    return byName(sums).map(([name, sum]) => {
      const known = cut === "developer" && name !== null ? developers.get(name) : undefined;
      const developer = known === undefined ? null : describeDeveloper(known);
      return { day: isoTime(dayStart), cut, name, developer, ...describeSums(sum, cut) };
    });
  });
}

/** Gives the values of labels the names that an admin gave them; those that share one are added up. */
function withShownLabels(
  day: TallyDay,
  renames: readonly LabelRename[],
): Pick<TallyDay, "developers" | "rows"> {
  const shown = (name: string): string => {
    const colon = name.indexOf(":");
    const label = name.slice(0, colon);
    return `${label}:${shownValue(renames, { name: label, value: name.slice(colon + 1) })}`;
  };
  return {
    developers: () => day.developers(),
    rows: (cut) =>
      day.rows(cut).map(([name, ...counted]) => [name === null ? null : shown(name), ...counted]),
  };
}

/** The order is the same each time, or files with the same rows would differ. */
function byName({ byName: sums }: TallySums): [string | null, NamedSum][] {
  return [...sums].toSorted(([left], [right]) => ((left ?? "") < (right ?? "") ? -1 : 1));
}

/** Reads what a team used on one day, by each cut, as exports have it. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { DEVELOPER_ANSWER, describeDeveloper } from "../../identity/developers/answer.ts";
import { type ReadScope, rowsToRead } from "../../identity/scope.ts";
import { type NamedSum, readTallyDays, TallySums } from "../../spend/tallies/read-tallies.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { describeSums } from "./describe-sums.ts";
import { USAGE_CUTS, USAGE_SUMS } from "./usage-answer.ts";

/** One name of one cut on one day. */
export const USAGE_OF_CUT = z.object({
  day: z.iso.datetime().describe("Its beginning."),
  cut: z
    .enum(USAGE_CUTS)
    .describe("What the day is divided by; `day` has it whole. Every cut has all of the work: choose one."),
  name: z
    .string()
    .nullable()
    .describe(
      "A model, an agent, an id of a developer, a tool or an MCP server. null: the whole day, or the agent sends none.",
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
  return USAGE_CUTS.flatMap((cut) => {
    const sums = new TallySums((id) => developers.get(id)?.id ?? id);
    sums.add(dated.tallies, cut === "day" ? "all" : cut);
    return byName(sums).map(([name, sum]) => {
      const known = cut === "developer" && name !== null ? developers.get(name) : undefined;
      const developer = known === undefined ? null : describeDeveloper(known);
      return { day: isoTime(dayStart), cut, name, developer, ...describeSums(sum, cut) };
    });
  });
}

/** The order is the same each time, or files with the same rows would differ. */
function byName({ byName: sums }: TallySums): [string | null, NamedSum][] {
  return [...sums].toSorted(([left], [right]) => ((left ?? "") < (right ?? "") ? -1 : 1));
}

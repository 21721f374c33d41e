/** The chapter "waste": which part of the spend brought nothing. Only reports show it. */
import { z } from "zod";
import { EXPENSIVE_SUB_SESSION } from "../../expensive-sub-session.ts";
import { idIn } from "../../../vocabulary/held-name.ts";
import type { MicroUsd } from "../../../vocabulary/units.ts";
import { rowsToRead } from "../../../identity/scope.ts";
import { readUsageParts } from "../../../spend/usage/read-usage.ts";
import { joinUsage, type UsageDay, type WasteTotal } from "../../../spend/usage/usage-day.ts";
import { type NamedSubSession, readNamed } from "../../rightsizing/examples-table.ts";
import { type ChapterParts, mostOf, type ReportWindow } from "./chapter.ts";
import { WASTE_KINDS } from "../../../spend/waste/waste.ts";

const COUNT = z.int().min(0);
const USD = z.number().min(0);

const WASTE_OF_KIND = z.object({
  kind: z
    .enum(WASTE_KINDS)
    .describe(
      "retry_storm: the same call failed three times in a row or more. repeated_read: a file was read again that " +
        "nothing had changed. context_bloat: a new purpose began with the context of another.",
    ),
  count: COUNT.describe("How often it was found."),
  subSessions: COUNT.describe("In how many sub-sessions."),
  costUsd: USD.describe("0 also where the calls have no price."),
  examples: z
    .array(EXPENSIVE_SUB_SESSION)
    .describe("At most five: the sub-session in which it cost most, day by day, the most expensive first."),
});

export const WASTE = z.object({
  kinds: z.array(WASTE_OF_KIND).describe("Every kind, also those that were not found."),
  costUsd: USD.describe("All kinds together."),
  spendUsd: USD.describe("What everything cost, to compare."),
  missing: z.string().nullable().describe("Why there is no figure; null when agents reported their calls."),
});

export type Waste = z.infer<typeof WASTE>;

const EXAMPLES = { report: 5, whole: 100 };

type Examples = z.infer<typeof WASTE_OF_KIND>["examples"];
type Example = WasteTotal["example"];

/** Computes the chapter. */
export async function workOutWaste({ database }: ChapterParts, window: ReportWindow): Promise<Waste> {
  const { scope, from, to } = window;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  const { developerIds = null, labels = null } = readable ?? {};
  const filter = { organization, developers: developerIds, labels, from, to };
  const parts = readable === null ? [] : await readUsageParts(database, filter);
  const usage = joinUsage(parts);
  const most = mostOf(window, EXAMPLES);
  const examples = new Map(WASTE_KINDS.map((kind) => [kind, mostExpensiveOf(parts, kind).slice(0, most)]));
  const ids = [...examples.values()].flat().map(({ id }) => id);
  const names = new Map((await readNamed(database, organization, ids)).map((named) => [named.id, named]));
  return {
    kinds: WASTE_KINDS.map((kind) => ({
      kind,
      ...totalOf(usage, kind),
      examples: (examples.get(kind) ?? []).flatMap((example) => exampleOf(example, names)),
    })),
    costUsd: inUsd(usage.waste.reduce((sum, { cost }) => sum + cost, 0)),
    spendUsd: inUsd(usage.models.reduce((sum, { cost }) => sum + cost, 0)),
    missing: usage.models.length > 0 ? null : "No agent reported what its calls to models used in this time.",
  };
}

/** Each day shows only the one in which it cost most. */
function mostExpensiveOf(parts: readonly UsageDay[], kind: WasteTotal["kind"]): Example[] {
  return parts
    .flatMap(({ waste }) => waste.filter((total) => total.kind === kind))
    .map(({ example }) => example)
    .toSorted((left, right) => right.cost - left.cost);
}

function totalOf({ waste }: UsageDay, kind: WasteTotal["kind"]) {
  const total = waste.find((found) => found.kind === kind);
  return {
    count: total?.count ?? 0,
    subSessions: total?.subSessions ?? 0,
    costUsd: inUsd(total?.cost ?? 0),
  };
}

function exampleOf({ id, session, cost }: Example, names: ReadonlyMap<string, NamedSubSession>): Examples {
  const named = names.get(id);
  if (named === undefined) return [];
  const { title, firstTurn } = named;
  return [{ subSessionId: id, sessionId: idIn(session), title, firstTurn, costUsd: inUsd(cost) }];
}

function inUsd(cost: MicroUsd): number {
  return cost / 1e6;
}

/** Reads how well the rules found the boundaries of a window. */
import type { Database } from "../../database/open.ts";
import { idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import { type ReadScope, resolveWhose } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type Accuracy, accuracyOf } from "./accuracy.ts";
import { countLooks } from "./looks-table.ts";

/** What is asked for. */
export interface AccuracyQuery {
  scope: ReadScope;
  /** Prompts at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
}

/** Counts over everybody whose rows the caller may read. */
export async function readAccuracy(
  database: Database,
  { scope, from, to }: AccuracyQuery,
): Promise<Accuracy> {
  const organization = scope.organizationId;
  const whose = await resolveWhose(database, scope, null);
  if (whose.kind === "nobody") return accuracyOf([]);
  const developers =
    whose.kind === "everybody"
      ? null
      : idsOf(whose.developerId, await readDevelopers(database, organization));
  return accuracyOf(await countLooks(database, { organization, developers, from, to }));
}

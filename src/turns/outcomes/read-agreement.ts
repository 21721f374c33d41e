/** Reads how often people agree with the outcomes that were measured. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import type { CoverageQuery } from "../coverage/coverage-answer.ts";
import { type Agreement, agreementOf } from "./said-outcome.ts";
import { countScoreable, readSaidAndMeasured } from "./said-table.ts";

/** Counts the sub-sessions that start in the window. */
export async function readOutcomeAgreement(database: Database, query: CoverageQuery): Promise<Agreement> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return agreementOf(0, []);
  const { developerIds: developers, labels } = readable;
  const filter = { organization: scope.organizationId, developers, labels, from, to };
  return agreementOf(await countScoreable(database, filter), await readSaidAndMeasured(database, filter));
}

/** The queries about turns, by the names that routes ask for. */
import { onDatabase } from "../database/asked.ts";
import { readAccuracy } from "./boundaries/read-accuracy.ts";
import { listCoverage } from "./coverage/list-coverage.ts";
import { listLatency } from "./latency/list-latency.ts";
import { readOutcomeAgreement } from "./outcomes/read-agreement.ts";
import { listSlowest } from "./slowest/list-slowest.ts";

export const TURNS_QUERIES = onDatabase({
  listLatency,
  listSlowest,
  listCoverage,
  readAccuracy,
  readOutcomeAgreement,
});

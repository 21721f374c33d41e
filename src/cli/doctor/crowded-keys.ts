/** What the doctor says of keys whose telemetry names more people than one key can stand for. */
import type { Database } from "../../database/open.ts";
import {
  crowdedLately,
  NEW_DEVELOPERS_A_DAY,
  newDeveloperTables,
  readCrowdedKeys,
} from "../../identity/developers/new-developers-table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { hasTables } from "../stores.ts";
import { type Finding, warn } from "./finding.ts";

/** Returns nothing where no key did so today or yesterday. */
export async function checkCrowdedKeys(database: Database, now: Instant): Promise<Finding[]> {
  // an earlier version, which the server has not brought up to date yet, counted none
  if (!(await hasTables(database, newDeveloperTables))) return [];
  const keys = crowdedLately(await readCrowdedKeys(database), now);
  return keys.map(({ name }) =>
    warn(
      "developers",
      `the key ${name} named more than ${NEW_DEVELOPERS_A_DAY} new developers in a day; the sessions of further ones count for the key`,
      "when the names are right, scoring rescore gives them their sessions; else revoke the key",
    ),
  );
}

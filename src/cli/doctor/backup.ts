/** Whether the data directory has a backup that is not too old. */
import { statSync } from "node:fs";
import { readLastBackup } from "../../appliance/backup/last-backup.ts";
import { formatPath } from "../../appliance/layout.ts";
import type { Settings } from "../../settings/schema.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { count } from "../text/count.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** What a week's records are worth is for its team to say; longer is seldom meant. */
const OLD: Milliseconds = 7 * DAY;

const REMEDY =
  "scoring backup FILE makes one, also while the server runs; snapshots of the disk are not known here";
const BY_ENGINES =
  "none was made here with scoring backup; what PostgreSQL's own tools and the bucket's versions hold is not known here";

export function checkBackup(
  { dataDir, database }: Pick<Settings, "dataDir" | "database">,
  now: Instant,
): Finding {
  const last = readLastBackup(dataDir);
  if (last === null && database !== null) return ok("backup", BY_ENGINES);
  if (last === null) return checkAge(now - madeAt(dataDir));
  const { madeAt: at, records, bytes, missingObjects } = last;
  const found = `${at}, ${count(records, "record")}, ${sizeText(bytes)}`;
  if (missingObjects > 0)
    return warn(
      "backup",
      `${found}; it lacks ${count(missingObjects, "object")}`,
      "see what was found about objects",
    );
  const isOld = now - Date.parse(at) > OLD;
  return isOld ? warn("backup", `the last one is of ${found}`, REMEDY) : ok("backup", found);
}

/**
 * A directory of the first week needs none yet.
 *
 * @param age - How old it is.
 */
function checkAge(age: Milliseconds): Finding {
  const found = "none was made of this directory";
  return age > OLD ? warn("backup", found, REMEDY) : ok("backup", `${found} yet`);
}

/** The file is written once, when the directory is made. */
function madeAt(dataDir: string): Instant {
  return statSync(formatPath(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

/** What the doctor looks at in the stores: objects that nobody lists, frames that cannot be read, the books. */
import { DEADLY } from "../../attempts/attempts.ts";
import type { Database } from "../../database/open.ts";
import { countAside, readSetAside, type SetAsideGroup } from "../../normaliser/set-aside.ts";
import { selectSetAside } from "../../normaliser/set-aside-table.ts";
import type { Settings } from "../../settings/schema.ts";
import { readNotedOf } from "../../appliance/stream/read-noted.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { balance, describeDifferences } from "../../books/books.ts";
import { readFigures } from "../../books/books-table.ts";
import { selectDamaged } from "../../writer/upkeep/table.ts";
import { compareFiles } from "../../writer/upkeep/strays.ts";
import { count } from "../text/count.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import type { Engines } from "./engines/engines.ts";
import { READING_MS, type Survey } from "./survey.ts";
import { databaseName, objectsName, openObjectsOf, openQuarantineOf } from "../../stores.ts";

/** A running writer puts an object first and lists it then; what is still unlisted after so long is left over. */
const LISTED_AFTER_MS: Milliseconds = 2 * SECOND;
const NAMES_SHOWN = 3;

/** @param found - What the frames hold, and which engines fail: what these have is not looked at. */
export async function checkObjects(
  database: Database,
  settings: Settings,
  { survey, engines }: { survey: Survey; engines: Engines },
): Promise<Finding[]> {
  const { bucketFails, clusterFails } = engines;
  return [
    ...(bucketFails ? [] : await checkFiles(database, settings)),
    ...(bucketFails ? [] : [await checkFrames(database, settings, survey)]),
    await checkBooks(database, settings),
    ...(clusterFails ? [] : await checkLoss(settings)),
    ...(bucketFails ? [] : await checkQuarantine(settings)),
    ...(await checkSetAside(database)),
  ];
}

async function checkFiles(database: Database, settings: Settings): Promise<Finding[]> {
  const store = openObjectsOf(settings);
  let { unlisted, missing } = await compareFiles(database, store);
  if (unlisted.length + missing.size > 0) {
    await Bun.sleep(LISTED_AFTER_MS);
    const later = await compareFiles(database, store);
    const still = new Set(later.unlisted.map(({ key }) => key));
    unlisted = unlisted.filter(({ key }) => still.has(key));
    missing = new Set([...missing].filter((key) => later.missing.has(key)));
  }
  const findings: Finding[] = [];
  if (unlisted.length > 0) {
    const found = `${count(unlisted.length, "file")} not in the catalogue: ${some(unlisted.map(({ key }) => key))}`;
    findings.push(warn("orphan objects", found, "stop all servers and run scoring rebuild --adopt"));
  }
  if (missing.size > 0) {
    const found = `${count(missing.size, "object")} of the catalogue without a file: ${some([...missing])}`;
    findings.push(fail("missing objects", found, restoreFrom(settings)));
  }
  return findings.length > 0 ? findings : [ok("objects", "files and catalogue agree")];
}

function restoreFrom({ objects }: Settings): string {
  return objects === null
    ? "restore the files from a backup of the objects folder"
    : "restore them from earlier versions in the bucket, or from a backup";
}

async function checkFrames(
  database: Database,
  settings: Settings,
  { frames, complete, corrupt }: Survey,
): Promise<Finding> {
  const known = (await selectDamaged(database)).filter(({ kind }) => kind !== "set_aside");
  const noted = known.map(({ objectKey }) => objectKey);
  const damaged = [...new Set([...noted, ...corrupt])];
  const looked = complete
    ? `all ${count(frames, "frame")} read`
    : `the newest ${count(frames, "frame")} read, as many as ${READING_MS / SECOND} s allow`;
  if (damaged.length === 0) return ok("damaged frames", `${looked}, none is damaged`);
  const found = `${count(damaged.length, "object")} with frames that cannot be read: ${some(damaged)}`;
  const check = settings.objects === null ? "check the disk; " : "";
  return fail("damaged frames", found, check + restoreFrom(settings));
}

async function checkBooks(database: Database, settings: Settings): Promise<Finding> {
  const differences = describeDifferences(balance(await readFigures(database), null));
  if (differences.length === 0) return ok("books", "they balance");
  const places = `${databaseName(settings)} and ${objectsName(settings)}`;
  const remedy = `records may be missing: change nothing in ${places}; compare with scoring status`;
  return fail("books", differences.join("; "), remedy);
}

/** Where the stream is. */
function disksOf({ natsUrl }: Settings): string {
  return natsUrl.length === 0 ? "check the disk" : "check the disks of the cluster's servers";
}

async function checkLoss(settings: Settings): Promise<Finding[]> {
  const noted = await readNotedOf(settings).catch(() => "unreadable" as const);
  if (noted === null) return [];
  if (noted === "unreadable")
    return [warn("lost records", "the note of what was acknowledged cannot be read", disksOf(settings))];
  const { lost, lostAt } = noted;
  if (lostAt === null) return [ok("lost records", "the stream lost nothing that was acknowledged")];
  const found =
    `the stream lost ${lost.records} records in ${lost.frames} requests that were acknowledged, ` +
    `noticed ${isoTime(lostAt)}`;
  return [warn("lost records", found, `its files were damaged or removed: ${disksOf(settings)}`)];
}

async function checkQuarantine(settings: Settings): Promise<Finding[]> {
  const files = await openQuarantineOf(settings).list("");
  if (files.length === 0) return [];
  const found = `${count(files.length, "file")} with messages that could not become records: ${some(files.map(({ key }) => key))}`;
  const remedy =
    "report a bug with the reason from the server's log; docs/operations.md says how to send them again";
  return [warn("quarantine", found, remedy)];
}

async function checkSetAside(database: Database): Promise<Finding[]> {
  const groups = await readSetAside(database);
  if (groups.length === 0) return [];
  const sessions = (await selectSetAside(database)).map(({ session }) => session);
  const named = sessions.length === 0 ? "" : ` (${some(sessions)})`;
  const found = `${describeAside(groups)}${named}; their records are kept and not scored`;
  return [warn("set aside", found, "report this as a bug; the next version or scoring rescore tries again")];
}

function describeAside(groups: readonly SetAsideGroup[]): string {
  const reasons = Map.groupBy(groups, ({ reason, version }) => `${version ?? "unknown"}: ${reason}`);
  const described = [...reasons].map(([why, alike]) => {
    const [frames, sessions] = [countAside(alike, "frames"), countAside(alike, "sessions")];
    const what = `${count(frames, "part")} of objects and ${count(sessions, "session")}`;
    const [first] = alike;
    return first?.reason === DEADLY
      ? `the program died twice of ${what}`
      : `${what} failed with version ${why}`;
  });
  return described.join("; ");
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown;
}

/** Writes the days of a window, one after the other; a run that broke off goes on at the day where it was. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DirectoryLock, lockFile } from "../../database/lock.ts";
import type { Database } from "../../database/open.ts";
import type { Organization } from "../../identity/organizations/table.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { syncFolder, UNFINISHED } from "../../vocabulary/whole-file.ts";
import { CommandFailure } from "../command.ts";
import { discard, publish } from "./hashed-file.ts";
import { type ExportedDay, type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { type ChosenTable, chooseTables, writeSchema } from "./schema-file.ts";
import { FORMS, writeTable } from "./table-files.ts";

/** What is to be written, and where. */
export interface WantedExport {
  folder: string;
  organization: Pick<Organization, "id" | "name">;
  /** The beginning of the first day… */
  from: Instant;
  /** …and of the day after the last. */
  to: Instant;
  withText: boolean;
  /** Reads a day as of one moment. */
  reading<Value>(work: (database: Database) => Promise<Value>): Promise<Value>;
  report(date: string): void;
}

/** What became of the days that a run looked at. */
export type DayCounts = Record<"written" | "replaced" | "unchanged" | "removed" | "empty", number>;

/** What a run did, and what the export holds now. */
export interface Exported {
  days: DayCounts;
  manifest: Manifest;
}

/**
 * Writes the export.
 *
 * @throws When the folder holds anything else or an export of another kind, or another run writes there.
 */
export async function exportDays(wanted: WantedExport): Promise<Exported> {
  const lock = takeFolder(wanted.folder);
  try {
    return await writeDays(wanted);
  } finally {
    lock.release();
  }
}

/** One run at a time writes there; the lock of a process that dies goes with it. */
function takeFolder(folder: string): DirectoryLock {
  mkdirSync(folder, { recursive: true });
  refuseOtherFiles(folder);
  const lock = lockFile(join(folder, LOCK));
  if (lock === null)
    throw new CommandFailure(
      `another scoring export is writing to ${folder}: wait until it is done, or name another folder`,
    );
  return lock;
}

const LOCK = ".lock";

function refuseOtherFiles(folder: string): void {
  const isOurs = (name: string): boolean =>
    name.endsWith(UNFINISHED) || name === "schema.json" || name.startsWith(LOCK);
  if (readManifest(folder) === null && !readdirSync(folder).every(isOurs))
    throw new CommandFailure(`${folder} holds other files: name a new or empty folder, or an export`);
}

async function writeDays(wanted: WantedExport): Promise<Exported> {
  const { folder, from, to, report } = wanted;
  const tables = chooseTables(wanted.withText);
  const manifest = beginRun(wanted);
  for (const { name } of tables) prepareFolder(join(folder, name));
  await writeSchema(folder, tables);
  await writeManifest(folder, manifest);
  const days: DayCounts = { written: 0, replaced: 0, unchanged: 0, removed: 0, empty: 0 };
  for (let day = Date.parse(manifest.run.next ?? dateOf(from)); day < to; day += DAY) {
    report(dateOf(day));
    const became = await exportDay(wanted, { tables, day, manifest });
    days[became] += 1;
    manifest.run.next = day + DAY < to ? dateOf(day + DAY) : null;
    if (became !== "empty" || manifest.run.next === null) await writeManifest(folder, manifest);
  }
  return { days, manifest };
}

/** Returns the manifest with which the run begins. */
function beginRun({ folder, organization, withText, from, to }: WantedExport): Manifest {
  const run = { from: dateOf(from), to: dateOf(to), next: dateOf(from) };
  const known = readManifest(folder);
  if (known === null) return { format: 1, organization, withText, run, days: {} };
  if (known.organization.id !== organization.id)
    throw new CommandFailure(`${folder} is an export of the organization ${known.organization.name}`);
  if (known.withText !== withText)
    throw new CommandFailure(
      `${folder} is an export ${known.withText ? "with" : "without"} texts: name another folder`,
    );
  const goesOn = known.run.next !== null && known.run.from === run.from && known.run.to === run.to;
  return { ...known, organization, run: goesOn ? known.run : run };
}

/** Makes it, and removes what a broken-off run left unfinished. */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(join(folder, name));
}

interface Day {
  tables: readonly ChosenTable[];
  day: Instant;
  manifest: Manifest;
}

async function exportDay(wanted: WantedExport, { tables, day, manifest }: Day): Promise<keyof DayCounts> {
  const date = dateOf(day);
  const scope = { organizationId: wanted.organization.id, onlyDeveloper: null };
  const { folder, withText } = wanted;
  const written: ExportedDay = {};
  await wanted.reading(async (database) => {
    for (const { name, columns, read } of tables) {
      const pages = read(database, { scope, dayStart: day, withText });
      written[name] = await writeTable(join(folder, name, date), columns, pages);
    }
  });
  const known = manifest.days[date];
  if (Object.values(written).some(({ rows }) => rows > 0)) {
    const changed = await publishChanged(folder, date, { written, known });
    manifest.days[date] = written;
    if (known === undefined) return "written";
    return changed ? "replaced" : "unchanged";
  }
  await removeDay(folder, date, tables);
  delete manifest.days[date];
  return known === undefined ? "empty" : "removed";
}

/** Returns whether any file of the day differs from what was there. */
async function publishChanged(
  folder: string,
  date: string,
  { written, known }: { written: ExportedDay; known: ExportedDay | undefined },
): Promise<boolean> {
  let changed = false;
  for (const [name, table] of Object.entries(written)) {
    for (const form of FORMS) {
      const path = join(folder, name, `${date}.${form}`);
      if (known?.[name]?.[form].sha256 === table[form].sha256 && existsSync(path)) await discard(path);
      else {
        await publish(path);
        changed = true;
      }
    }
    await syncFolder(join(folder, name));
  }
  return changed;
}

async function removeDay(folder: string, date: string, tables: readonly ChosenTable[]): Promise<void> {
  for (const { name } of tables)
    for (const form of FORMS) {
      const path = join(folder, name, `${date}.${form}`);
      await discard(path);
      rmSync(path, { force: true });
    }
}

function dateOf(at: Instant): string {
  return isoTime(at).slice(0, "2026-11-21".length);
}

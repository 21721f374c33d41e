/** What the doctor looks at on the machine: the disk, the clock, the directories. */
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { storeFailureIn } from "../../appliance/explain-failure.ts";
import { firstKeysPath, streamPath } from "../../appliance/layout.ts";
import type { Environment } from "../../settings/environment.ts";
import type { Settings } from "../../settings/schema.ts";
import { describeError } from "../../vocabulary/log.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type Bytes, type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import type { ClockDoubt } from "../../writer/arrivals/doubts-table.ts";
import { sayEnd, sayReason } from "../../writer/arrivals/say-doubt.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import { databasePath, objectsPath } from "../../stores.ts";

/** The addons that the executable unpacks at start, with room to spare. */
const UNPACKED_BYTES: Bytes = 64 * 1024 * 1024;
/** No record of a coding agent is older; a machine without a battery starts in 1970. */
const EARLIEST_NOW: Instant = Date.UTC(2025, 0, 1);

/** Whether the disk has room for what comes. */
export function checkDisk(settings: Settings): Finding {
  const { bavail, blocks, bsize } = statfsSync(settings.dataDir);
  const free = bavail * bsize;
  const floor = Math.max(settings.diskFloorBytes, settings.diskFloorShare * blocks * bsize);
  const found = `${sizeText(free)} free; telemetry is refused below ${sizeText(floor)}`;
  const remedy =
    "free some space, keep raw records for fewer days (--raw-retention-days), or move the data directory";
  if (isReadOnly(settings.dataDir))
    return fail("disk", `${settings.dataDir} is on a disk that is mounted read-only`, READ_ONLY_REMEDY);
  if (free <= floor) return fail("disk", found, remedy);
  return free <= 2 * floor ? warn("disk", found, remedy) : ok("disk", found);
}

const READ_ONLY_REMEDY =
  "mount it for writing; Linux makes a disk with errors read-only; dmesg has the reason";

function isReadOnly(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return false;
  } catch (error) {
    return storeFailureIn(describeError(error)) === "read_only";
  }
}

/** What the clock is compared with. */
export interface KnownTimes {
  /** When records last arrived; null when none did. */
  lastArrival: Instant | null;
  /** Why the server does not believe the clock; null when it does. */
  clockDoubt: ClockDoubt | null;
  /** When the program was built; null when that is not known. */
  builtAt: Instant | null;
}

/** Whether the clock can be believed, and whether old records wait because it cannot. */
export function checkClock(now: Instant, known: KnownTimes): Finding[] {
  const { clockDoubt } = known;
  const waits =
    clockDoubt === null
      ? []
      : [warn("retention", `old records stay: ${sayReason(clockDoubt)}`, sayEnd(clockDoubt))];
  return [judgeClock(now, known), ...waits];
}

function judgeClock(now: Instant, { lastArrival, builtAt }: KnownTimes): Finding {
  const found = `it is ${isoTime(now)}`;
  const remedy = "set the clock and keep it with NTP; until then records get a wrong time";
  const earliest = Math.max(EARLIEST_NOW, builtAt ?? 0);
  if (now < earliest)
    return fail("clock", `${found}, before this program was built (${isoTime(earliest)})`, remedy);
  if (lastArrival === null || lastArrival <= now + MINUTE) return ok("clock", found);
  const ahead = isoTime(lastArrival);
  return warn("clock", `${found}, but a record arrived at ${ahead}: the clock was set back`, remedy);
}

/** A server answers with whole seconds, and a moment passes until its answer is here. */
const CLOCKS_MAY_DIFFER: Milliseconds = MINUTE;

/**
 * Compares the clock of this command with the server's, which stamps what arrives.
 *
 * @param now the own time
 * @param server the server's time
 * @returns a warning when they differ by more than a minute; else nothing
 */
export function compareClocks(now: Instant, server: Instant): Finding[] {
  if (Math.abs(now - server) <= CLOCKS_MAY_DIFFER) return [];
  const found = `the server's is ${isoTime(server)}, this command's ${isoTime(now)}`;
  return [
    warn("server's clock", found, "set the wrong one and keep it with NTP, then start the server again"),
  ];
}

/** Whether only this user can read what is kept. */
export function checkPermissions({ dataDir }: Settings): Finding[] {
  const places = [dataDir, streamPath(dataDir), objectsPath(dataDir), databasePath(dataDir)];
  const there = places.filter((path) => existsSync(path));
  const open = there.filter((path) => path !== databasePath(dataDir) && (statSync(path).mode & 0o077) !== 0);
  const foreign = there.filter((path) => statSync(path).uid !== userInfo().uid);
  const findings: Finding[] = [];
  if (statSync(dataDir).mode & 0o077) {
    const found = `other users can read ${open.join(", ")}, which hold prompts and code`;
    findings.push(fail("permissions", found, `chmod 700 ${open.join(" ")}`));
  }
  if (foreign.length > 0) {
    const found = `${foreign.join(", ")} belongs to another user`;
    findings.push(warn("owner", found, "run the server and this command as the same user"));
  }
  if (existsSync(firstKeysPath(dataDir))) {
    const found = `${firstKeysPath(dataDir)} still holds the first keys as plain text`;
    findings.push(warn("first keys", found, "store the keys somewhere safe and delete the file"));
  }
  return findings.length > 0 ? findings : [ok("permissions", `only this user can read ${dataDir}`)];
}

/** Whether the executable can unpack what it has to at start: a full, foreign or noexec place stops it. */
export function checkTemporaryDirectory({ dataDir }: Settings, environment: Environment): Finding {
  const place = resolve(environment["BUN_TMPDIR"] ?? environment["TMPDIR"] ?? tmpdir());
  const remedy = `set BUN_TMPDIR to a directory with free space where programs may run, such as ${dataDir}`;
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < UNPACKED_BYTES) {
      return fail("temporary directory", `${place} has only ${sizeText(bavail * bsize)} free`, remedy);
    }
    if (!runsPrograms(place)) return fail("temporary directory", `programs cannot run in ${place}`, remedy);
    return ok("temporary directory", place);
  } catch (error) {
    return fail("temporary directory", `${place} cannot be used: ${describeError(error)}`, remedy);
  }
}

/** A place mounted noexec refuses a script before its interpreter is looked for, which need not be there. */
function runsPrograms(place: string): boolean {
  const folder = mkdtempSync(join(place, "scoring-doctor-"));
  try {
    const script = join(folder, "runs");
    writeFileSync(script, "#!/bin/sh\nexit 0\n", { mode: 0o700 });
    Bun.spawnSync([script]);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EACCES");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

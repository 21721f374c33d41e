/** What of an appliance a migration moves: whatever the settings have on an engine and the directory still has itself. */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Settings } from "../../settings/schema.ts";
import { databaseName, objectsName } from "../../stores.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { movedPath } from "../layout.ts";

/** What an appliance has: rows, objects, and what waits on its way. */
export const KINDS = ["database", "objects", "stream"] as const;
export type Kind = (typeof KINDS)[number];

/** `stays`: it remains in the directory. `moved`: an earlier migration has moved it there. */
export type Course = "stays" | "moves" | "moved";

/** What becomes of each. */
export interface MovePlan {
  courses: Record<Kind, Course>;
  /** Where each is afterwards, for people: without a user or a password. */
  places: Record<Kind, string>;
}

const MOVED = z.object({
  /** Where each kind was moved to. */
  places: z.partialRecord(z.enum(KINDS), z.string()),
  movedAt: z.iso.datetime(),
});
type Moved = z.infer<typeof MOVED>;

/** Returns what was moved out of a directory; null when nothing was. */
function readMoved(dataDir: string): Moved | null {
  const path = movedPath(dataDir);
  return existsSync(path) ? MOVED.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}

/** Notes in the directory what was moved out of it, in addition to what was moved before. */
export async function noteMoved(dataDir: string, { courses, places }: MovePlan, now: Instant): Promise<void> {
  const moved: Moved = { places: { ...readMoved(dataDir)?.places }, movedAt: isoTime(now) };
  for (const kind of KINDS) if (courses[kind] === "moves") moved.places[kind] = places[kind];
  await writeWholeFile(movedPath(dataDir), `${JSON.stringify(moved)}\n`);
}

/**
 * Decides what becomes of each kind.
 *
 * @param from - The directory of the appliance.
 * @param isUnfinished - Whether the engines show that a migration was broken off: what it had noted is looked at again.
 * @throws An exception that says what to do when nothing is to be moved, or it cannot be moved.
 */
export function planMove(from: string, settings: Settings, isUnfinished: boolean): MovePlan {
  const places = placesOf(settings);
  const before = isUnfinished ? {} : (readMoved(from)?.places ?? {});
  const courses = {
    database: courseOf({
      isSet: settings.database !== null,
      place: places.database,
      before: before.database,
    }),
    objects: courseOf({ isSet: settings.objects !== null, place: places.objects, before: before.objects }),
    stream: courseOf({ isSet: settings.natsUrl.length > 0, place: places.stream, before: before.stream }),
  };
  if (KINDS.every((kind) => courses[kind] === "stays")) throw new Error(NO_ENGINE);
  const staying = KINDS.filter((kind) => courses[kind] === "stays");
  if (staying.length > 0 && from !== settings.dataDir)
    throw new Error(
      `no engine is set for ${staying.map((kind) => NAMES[kind]).join(" and ")}, so they stay in ${from}: ` +
        `run this with --data-dir ${from}, or set the others too (--database, --objects, --nats-url)`,
    );
  return { courses, places };
}

/** What each kind is called in a sentence. */
export const NAMES: Readonly<Record<Kind, string>> = {
  database: "rows",
  objects: "objects",
  stream: "the stream",
};

const NO_ENGINE =
  "nothing is to be moved: name a PostgreSQL database (--database), a bucket (--objects), a NATS cluster " +
  "(--nats-url), or several of them; scoring help migrate has examples";

function courseOf(kind: { isSet: boolean; place: string; before: string | undefined }): Course {
  const { isSet, place, before } = kind;
  if (!isSet) return "stays";
  if (before === undefined) return "moves";
  if (before === place) return "moved";
  throw new Error(
    `what is to go to ${place} was moved to ${before} before: move it on with the tools of these engines ` +
      "(pg_dump and pg_restore, a copy of the bucket)",
  );
}

function placesOf(settings: Settings): MovePlan["places"] {
  return {
    database: databaseName(settings),
    objects: objectsName(settings),
    stream: settings.natsUrl.map(withoutUser).join(","),
  };
}

function withoutUser(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}`;
}

/**
 * Makes sure that what was moved out of a directory is not served from the copy that stayed.
 *
 * @throws An exception that says what to do.
 */
export function requireNotMoved(settings: Settings): void {
  const { places = {} } = readMoved(settings.dataDir) ?? {};
  const left = [
    places.database !== undefined && settings.database === null ? places.database : null,
    places.objects !== undefined && settings.objects === null ? places.objects : null,
  ].filter((place) => place !== null);
  if (left.length === 0) return;
  throw new Error(
    `what is in ${settings.dataDir} was moved to ${left.join(" and ")}, and this is an old copy: name that place ` +
      `in the settings (--database, --objects). To go back to the copy, delete ${movedPath(settings.dataDir)}; what ` +
      "arrived since then is not in it",
  );
}

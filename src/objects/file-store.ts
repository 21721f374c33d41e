/** The object store as a folder of files: whole objects go in at once, any part of one comes out. */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Bytes } from "../vocabulary/units.ts";
import { IncompleteObject, type ObjectStore, type StoredObject } from "./object-store.ts";
import { syncFolder, UNFINISHED, writeWholeFile } from "../vocabulary/whole-file.ts";

/**
 * Opens a store in a folder, which is made when missing and may be read only by its owner.
 *
 * @param isHeld - Whether a backup is being made.
 */
export function openFileStore(folder: string, isHeld: () => boolean = () => false): ObjectStore {
  return {
    isHeld,
    put: (key, bytes) => putFile(folder, key, bytes),
    read: async (key, offset, length) => readPart(pathIn(folder, key), offset, length),
    remove: async (key) => rm(pathIn(folder, key), { force: true }),
    removeUnfinished: () => removeUnfinished(folder),
    list: (prefix) => listFiles(folder, prefix),
    pages: (prefix, after) => listPages(folder, prefix, after),
    folders: (prefix) => listFolders(pathIn(folder, `${prefix}${sep}`)),
    readAhead: 0, // the system does
    isLargeToList: false,
    check: async () => {
      await putFile(folder, PROBE_KEY, new Uint8Array());
      await rm(pathIn(folder, PROBE_KEY), { force: true });
    },
  };
}

const PROBE_KEY = "readiness-probe";

/** Keys are in the database, and a database may come from a backup that somebody else made. */
function pathIn(folder: string, key: string): string {
  const path = join(folder, key);
  if (!path.startsWith(join(folder, sep)))
    throw new Error(`the object ${key} would be outside of its folder`);
  return path;
}

async function putFile(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = pathIn(folder, key);
  const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWholeFile(path, bytes);
  if (firstMade !== undefined) await syncFolders(dirname(dirname(path)), dirname(firstMade));
}

// a new folder is on disk only when its parent is
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === upTo || folder === dirname(folder)) return;
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true }).catch(absentIsEmpty);
  const unfinished = found.filter((path) => path.endsWith(UNFINISHED));
  await Promise.all(unfinished.map((path) => rm(join(folder, path), { force: true })));
}

async function readPart(path: string, offset: Bytes, length: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  try {
    await using file = await open(path, "r");
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) throw new IncompleteObject(`the object ends after ${offset + filled} bytes`);
      filled += bytesRead;
    }
    return bytes;
  } catch (cause) {
    const attempt = `reading ${length} bytes at ${offset} of the object ${path}`;
    const isIncomplete = isAbsence(cause) || cause instanceof IncompleteObject;
    throw isIncomplete ? new IncompleteObject(attempt, { cause }) : new Error(attempt, { cause });
  }
}

async function* listPages(folder: string, prefix: string, after = ""): AsyncGenerator<StoredObject[]> {
  yield (await listFiles(folder, prefix)).filter(({ key }) => key > after);
}

async function listFolders(path: string): Promise<string[]> {
  const found = await readdir(path, { withFileTypes: true }).catch(absentIsEmpty);
  return found
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function listFiles(folder: string, prefix: string): Promise<StoredObject[]> {
  const start = pathIn(folder, `${prefix}${sep}`);
  const found = await readdir(start, { recursive: true, withFileTypes: true }).catch(absentIsEmpty);
  const files = found.filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Promise.all(
    paths.map(async (path) => ({
      key: relative(folder, path).split(sep).join("/"),
      bytes: (await stat(path)).size,
    })),
  );
}

function absentIsEmpty(error: unknown): never[] {
  if (isAbsence(error)) return [];
  throw error;
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

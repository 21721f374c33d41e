/** What goes into a backup, part by part. */
import { existsSync } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { IncompleteObject } from "../../objects/object-store.ts";
import { openObjectsOf, openQuarantineOf, type StoreSettings } from "../../stores.ts";
import { type Noted, noteText } from "../../stream/acknowledged.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { withLastRunOf, withOutagesOf } from "../notes/outage-files.ts";
import type { OutageNote } from "../notes/outage-note.ts";
import type { ArchiveWriter } from "./archive.ts";
import { CHUNK_BYTES, chunkName, FILES, FOLDERS } from "./contents.ts";
import { withoutSecrets } from "./settings-text.ts";

/** Is called with what is under way, and the share of it that is done. */
export type Report = (step: string, share: number) => void;

/** Adds the database, cut into compressed chunks. */
export async function addDatabase(archive: ArchiveWriter, path: string, report: Report): Promise<void> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let [offset, number] = [0, 1]; offset < size; number += 1) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, size - offset), offset);
    if (bytesRead === 0) throw new Error(`BUG: ${path} became shorter while it was read`);
    offset += bytesRead;
    const packed = await Bun.zstdCompress(chunk.subarray(0, bytesRead));
    await archive.add(chunkName(number), packed);
    report("packing the database", offset / size);
  }
}

/**
 * Adds the listed objects.
 *
 * @returns The keys of those that are gone or cut: of these less was added, or nothing.
 */
export async function addObjects(
  archive: ArchiveWriter,
  { stores, sizes }: { stores: StoreSettings; sizes: ReadonlyMap<string, Bytes> },
  report: Report,
): Promise<string[]> {
  const objects = openObjectsOf(stores);
  const missing: string[] = [];
  let [done, total] = [0, 0];
  for (const bytes of sizes.values()) total += bytes;
  for (const [key, bytes] of [...sizes].toSorted(([one], [other]) => one.localeCompare(other))) {
    try {
      await archive.add(FOLDERS.objects + key, await objects.read(key, 0, bytes));
    } catch (error) {
      if (!(error instanceof IncompleteObject)) throw error;
      missing.push(key);
      if (stores.objects === null)
        await addRemains(archive, join(stores.dataDir, FOLDERS.objects, key), FOLDERS.objects + key);
    }
    done += bytes;
    report("copying records", total === 0 ? 1 : done / total);
  }
  return missing;
}

/** A file may be cut; the frames before the cut can still be read. */
async function addRemains(archive: ArchiveWriter, path: string, name: string): Promise<void> {
  if (existsSync(path)) await archive.add(name, await readFile(path));
}

/** Adds the messages that could not become records; one that vanishes meanwhile was not needed. */
export async function addQuarantine(
  archive: ArchiveWriter,
  stores: StoreSettings,
  report: Report,
): Promise<void> {
  const quarantine = openQuarantineOf(stores);
  const files = await quarantine.list("");
  for (const [number, { key, bytes }] of files.entries()) {
    report(`copying ${FOLDERS.quarantine}`, number / files.length);
    const content = await quarantine.read(key, 0, bytes).catch(absentIsNull);
    if (content !== null) await archive.add(FOLDERS.quarantine + key, content);
  }
}

function absentIsNull(error: unknown): null {
  if (error instanceof IncompleteObject) return null;
  throw error;
}

/** Adds every file in a folder of the data directory; one that vanishes meanwhile was not needed. */
export async function addFolder(
  archive: ArchiveWriter,
  { dataDir, folder }: { dataDir: string; folder: string },
  report: Report,
): Promise<void> {
  const start = join(dataDir, folder);
  if (!existsSync(start)) return;
  const entries = await readdir(start, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const [number, path] of paths.toSorted().entries()) {
    report(`copying ${folder}`, number / paths.length);
    const found = await stat(path).catch(() => null);
    if (found !== null) await archive.add(folder + relative(start, path), await readFile(path));
  }
}

/** What was noted outside of the data directory, or has changed in it since the backup began. */
export interface NotedElsewhere {
  /** What was acknowledged when the backup began; what came since is not in the backup, and is not lost either. */
  noted: Noted | null;
  /** What nodes have noted of outages. */
  outages: readonly OutageNote[];
}

/** Adds the files of the data directory itself. */
export async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  elsewhere: NotedElsewhere,
): Promise<void> {
  for (const name of FILES) {
    const path = join(dataDir, name);
    const text = textToKeep(name, existsSync(path) ? await readFile(path, "utf8") : "", elsewhere);
    if (text !== null && text !== "") await archive.add(name, text);
  }
}

function textToKeep(
  name: (typeof FILES)[number],
  text: string,
  { noted, outages }: NotedElsewhere,
): string | null {
  switch (name) {
    case "acknowledged.json":
      return noted === null ? null : noteText(noted);
    case "alive.json":
      return withLastRunOf(outages, text);
    case "outages.jsonl":
      return withOutagesOf(outages, text);
    case "purges.jsonl":
      return text;
    case "scoring.toml":
      return withoutSecrets(text);
  }
}

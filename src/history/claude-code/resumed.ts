/** Which lines of a session's file are copies: a session that is resumed may begin with those of the one before. */
import { dirname } from "node:path";
import { readJsonLines } from "../json-lines.ts";
import type { HistoryFile } from "../record.ts";
import { textWithin } from "../values.ts";

const folders = new WeakMap<HistoryFile, readonly HistoryFile[]>();
const firstIds = new WeakMap<HistoryFile, Promise<string | null>>();

/** Remembers which files are in one folder: only there are copies of each other's lines. */
export function noteFolders(files: HistoryFile[]): HistoryFile[] {
  for (const together of Map.groupBy(files, ({ path }) => dirname(path)).values())
    for (const file of together) folders.set(file, together);
  return files;
}

/**
 * Returns the ids of lines that an earlier file has.
 *
 * @param file - One that `noteFolders` took. A file that is resumed is not changed any more, so earlier is what changed
 *   before.
 */
export async function copiedIds(file: HistoryFile): Promise<ReadonlySet<string>> {
  const copied = new Set<string>();
  for (const other of folders.get(file) ?? []) {
    if (!isEarlier(other, file) || (await firstId(other)) !== (await firstId(file))) continue;
    for await (const id of idsOf(other)) copied.add(id);
  }
  return copied;
}

function isEarlier(left: HistoryFile, right: HistoryFile): boolean {
  return left.changedAt < right.changedAt || (left.changedAt === right.changedAt && left.path < right.path);
}

function firstId(file: HistoryFile): Promise<string | null> {
  const known = firstIds.get(file) ?? findFirstId(file);
  firstIds.set(file, known);
  return known;
}

async function findFirstId(file: HistoryFile): Promise<string | null> {
  for await (const id of idsOf(file)) return id;
  // no other file is like an empty one
  return file.path;
}

async function* idsOf({ path }: HistoryFile): AsyncGenerator<string, void> {
  for await (const line of readJsonLines(path)) {
    const id = line.kind === "line" ? textWithin(line.value, "uuid") : null;
    if (id !== null) yield id;
  }
}

/** Home directories with the files that coding agents kept of recorded sessions. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { HistoryFile, HistoryRecord, HistorySource, LeftOut } from "../../src/history/record.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/history");
const PACKED = /\.gz$/;

/**
 * Returns a new home directory with the files of recorded sessions, unpacked.
 *
 * @param names - Folders of test/fixtures/history.
 */
export function homeWith(...names: readonly string[]): string {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  for (const name of names) {
    const from = join(FIXTURES, name);
    for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
      if (!PACKED.test(path)) continue;
      const to = join(home, path.replace(PACKED, "").replace(/^dot-/, "."));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, gunzipSync(readFileSync(join(from, path))));
    }
  }
  return home;
}

/** Returns a copy of a home directory in which a file has another text. */
export function withText(home: string, path: string, change: (text: string) => string): string {
  const copy = mkdtempSync(join(tmpdir(), "home-"));
  cpSync(home, copy, { recursive: true, preserveTimestamps: true });
  const changed = path.replace(home, copy);
  writeFileSync(changed, change(readFileSync(changed, "utf8")));
  return copy;
}

/** Appends to a file, as the agent does when a session goes on. */
export function append(path: string, text: string): void {
  const before = statSync(path);
  writeFileSync(path, readFileSync(path, "utf8") + text);
  utimesSync(path, before.atime, new Date(before.mtimeMs + 60_000));
}

/** The files of a home, by path. */
export function filesOf(source: HistorySource, home: string): HistoryFile[] {
  const files = source.find({ folder: home, environment: {} });
  return files.toSorted((left, right) =>
    left.path + (left.part ?? "") < right.path + (right.part ?? "") ? -1 : 1,
  );
}

/** Everything that a home's files give. */
export async function readAll(
  source: HistorySource,
  home: string,
): Promise<{ records: HistoryRecord[]; leftOut: LeftOut[] }> {
  const read: { records: HistoryRecord[]; leftOut: LeftOut[] } = { records: [], leftOut: [] };
  for (const file of filesOf(source, home))
    for await (const found of source.read(file))
      if (found.kind === "record") read.records.push(found);
      else read.leftOut.push(found);
  return read;
}

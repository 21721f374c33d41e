/** Imports files line by line: what was imported before is left out, what cannot be is reported with its place. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { saveImported, selectImported } from "../../ingest/imports/imports-table.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { type FileLine, readLines } from "./read-lines.ts";
import { brokenOff, type Door, pathFor, sendLine } from "./send-line.ts";

/** What an import works with. */
export interface ImportParts {
  database: Database;
  organization: string;
  door: Door;
  longestLine: Bytes;
  report(imported: Imported, file: string): void;
}

/** A line that was not imported, or not whole. */
export interface Flaw {
  file: string;
  line: number;
  reason: string;
}

/** What was imported. */
export interface Imported {
  files: number;
  lines: number;
  /** Lines that were imported before. */
  known: number;
  /** Records of imported lines that the server refused one by one. */
  rejected: number;
  flaws: Flaw[];
}

/** Noted together; a killed import may send so many again, which the server drops as retries for ten minutes. */
const LINES_AT_ONCE = 32;
/** So many characters at most wait together, whatever the number of lines. */
const CHARACTERS_AT_ONCE = 16 * 1024 * 1024;
/** Requests under way share a message of the stream. */
const SENDERS = 4;

/**
 * Imports files in the given order.
 *
 * @throws A `CommandFailure` when the server refuses the key or is gone, or somebody ends it; run again, it
 *   goes on where it ended.
 */
export async function importFiles(paths: readonly string[], parts: ImportParts): Promise<Imported> {
  const imported: Imported = { files: 0, lines: 0, known: 0, rejected: 0, flaws: [] };
  for (const file of paths) {
    let waiting: Line[] = [];
    let characters = 0;
    for await (const found of readLines(file, parts.longestLine)) {
      const line = lineFrom(found, file);
      if (line.kind === "flaw") {
        imported.flaws.push(line.flaw);
        continue;
      }
      waiting.push(line);
      characters += line.text.length;
      if (waiting.length < LINES_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      await importLines(waiting, parts, imported);
      parts.report(imported, file);
      [waiting, characters] = [[], 0];
    }
    await importLines(waiting, parts, imported);
    imported.files += 1;
    parts.report(imported, file);
  }
  return imported;
}

interface Line {
  kind: "line";
  file: string;
  number: number;
  text: string;
  path: string;
  hash: string;
}

function lineFrom(found: FileLine, file: string): Line | { kind: "flaw"; flaw: Flaw } {
  const { number } = found;
  const flawed = (reason: string) => ({ kind: "flaw" as const, flaw: { file, line: number, reason } });
  if (found.kind === "too_long")
    return flawed("is longer than body_limit_bytes, the largest body that is taken");
  if (found.kind === "unreadable") return flawed(`cannot be read, nor what comes after it: ${found.reason}`);
  const { text } = found;
  const path = signalPath(text);
  if (path === "no_json") return flawed("is no JSON");
  if (path === null) return flawed("holds no resourceLogs, resourceSpans or resourceMetrics");
  return { kind: "line", file, number, text, path, hash: derivedId("imported line", text) };
}

function signalPath(text: string): string | null {
  try {
    return pathFor(text);
  } catch {
    return "no_json";
  }
}

async function importLines(lines: readonly Line[], parts: ImportParts, imported: Imported): Promise<void> {
  const { database, organization, door } = parts;
  // lines that are known already take no sender that would notice
  if (door.stopping.aborted) throw brokenOff();
  const hashes = lines.map(({ hash }) => hash);
  const known = await selectImported(database, { organization, hashes });
  const fresh: Line[] = [];
  for (const line of lines) {
    if (known.has(line.hash)) imported.known += 1;
    else fresh.push(line);
    known.add(line.hash);
  }
  const accepted: string[] = [];
  const queue = fresh.values();
  const sending = Array.from({ length: SENDERS }, async () => {
    for (const line of queue) {
      if (door.stopping.aborted) throw brokenOff();
      if (await importLine(line, parts, imported)) accepted.push(line.hash);
    }
  });
  const outcomes = await Promise.allSettled(sending);
  // also when the server went away in between, or somebody ends this: what it has taken must not be sent again
  await inTransaction(database, "full", (transaction) =>
    saveImported(transaction, { organization, hashes: accepted }),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** Returns whether the server has taken it. */
async function importLine(line: Line, { door }: ImportParts, imported: Imported): Promise<boolean> {
  const sent = await sendLine(line.text, line.path, door);
  const flawed = (reason: string) => imported.flaws.push({ file: line.file, line: line.number, reason });
  if (sent.kind === "refused") {
    flawed(`was refused: ${sent.message}`);
    return false;
  }
  imported.lines += 1;
  imported.rejected += sent.rejected;
  if (sent.rejected > 0)
    flawed(`${sent.rejected} records were refused: ${sent.message ?? "no reason given"}`);
  return true;
}

/** Reads a backup and believes nothing: each part is held against the manifest, the manifest against its own sum. */
import { existsSync } from "node:fs";
import type { z } from "zod";
import { describeError } from "../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { FORMAT, OLDEST_FORMAT } from "../directory.ts";
import { type ReadPart, readArchive, sha256Of } from "./archive.ts";
import {
  BACKUP_FORMAT,
  HEADER,
  HEADER_NAME,
  type Header,
  isPartName,
  MANIFEST,
  MANIFEST_NAME,
  type Manifest,
  type Part,
  SUM_NAME,
} from "./contents.ts";

/** What is wrong with a backup, in words. */
export interface BackupProblem {
  kind: "no_backup" | "too_old" | "newer" | "cut" | "changed";
  message: string;
}

/** A backup that is what it was when it was made. */
export interface WholeBackup {
  header: Header;
  manifest: Manifest;
}

/**
 * Reads every part of a backup.
 *
 * @throws With what is wrong with the file; an exception when the disk cannot be read, or what is done fails.
 * @param take - Gets each part of the data directory, in the order of the file. The parts count only when the whole
 *   backup was read without a problem.
 */
export async function readBackup(
  path: string,
  take: (part: ReadPart) => Promise<void> = async () => {},
): Promise<Result<WholeBackup, BackupProblem>> {
  if (!existsSync(path)) return fail({ kind: "no_backup", message: `${path} does not exist` });
  const parts = partsOf(path);
  const first = await parts.next();
  if (!first.ok) return first;
  const header = readHeader(path, first.value);
  if (!header.ok) return header;
  const found: Part[] = [describe(first.value)];
  for (;;) {
    const next = await parts.next();
    if (!next.ok) return next;
    const part = next.value;
    if (part.name === MANIFEST_NAME) {
      const manifest = judgeParts(path, found, readManifest(path, part, await parts.next()));
      return manifest.ok ? succeed({ header: header.value, manifest: manifest.value }) : manifest;
    }
    if (!isPartName(part.name)) return changedProblem(path, `${part.name} does not belong into a backup`);
    found.push(describe(part));
    await take(part);
  }
}

/** Returns the parts one after the other, and a problem where the archive breaks off. */
function partsOf(path: string): { next(): Promise<Result<ReadPart, BackupProblem>> } {
  const reading = readArchive(path);
  let isFirst = true;
  return {
    async next() {
      try {
        const { value, done } = await reading.next();
        const wasFirst = isFirst;
        isFirst = false;
        if (done !== true) return succeed(value);
        return wasFirst ? noBackup(path) : cutProblem(path, "its end is missing");
      } catch (error) {
        const isOfDisk = error instanceof Error && "code" in error && typeof error.code === "string";
        if (isOfDisk) throw error;
        return isFirst ? noBackup(path) : cutProblem(path, describeError(error));
      }
    },
  };
}

function describe({ name, bytes }: ReadPart): Part {
  return { name, bytes: bytes.byteLength, sha256: sha256Of(bytes) };
}

function readHeader(path: string, { name, bytes }: ReadPart): Result<Header, BackupProblem> {
  const header = name === HEADER_NAME ? parsed(HEADER, bytes) : null;
  if (header === null) return noBackup(path);
  if (header.directoryFormat < OLDEST_FORMAT)
    return fail({
      kind: "too_old",
      message: `${path} was made by version ${header.version}; this version restores backups of 0.2.0 and later`,
    });
  if (header.format <= BACKUP_FORMAT && header.directoryFormat <= FORMAT) return succeed(header);
  const message = `${path} was made by version ${header.version}, which is newer than this one; use that version`;
  return fail({ kind: "newer", message });
}

function readManifest(
  path: string,
  { bytes }: ReadPart,
  sum: Result<ReadPart, BackupProblem>,
): Result<Manifest, BackupProblem> {
  if (!sum.ok) return sum;
  const expected = `${sha256Of(bytes)}  ${MANIFEST_NAME}\n`;
  const isProven = sum.value.name === SUM_NAME && sum.value.bytes.toString() === expected;
  const manifest = isProven ? parsed(MANIFEST, bytes) : null;
  return manifest === null ? changedProblem(path, "its manifest is damaged") : succeed(manifest);
}

function judgeParts(
  path: string,
  found: readonly Part[],
  manifest: Result<Manifest, BackupProblem>,
): Result<Manifest, BackupProblem> {
  const changed = manifest.ok ? findChange(found, manifest.value.parts) : null;
  return changed === null ? manifest : changedProblem(path, changed);
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    return null; // whoever reads says what that means
  }
}

/** Returns what differs, in words; null when nothing does. */
function findChange(found: readonly Part[], expected: readonly Part[]): string | null {
  const byName = new Map(found.map((part) => [part.name, part]));
  for (const { name, bytes, sha256 } of expected) {
    const part = byName.get(name);
    if (part === undefined) return `${name} is missing`;
    if (part.bytes !== bytes) return `${name} has ${part.bytes} bytes instead of ${bytes}`;
    if (part.sha256 !== sha256) return `${name} is not what it was`;
    byName.delete(name);
  }
  const [extra] = byName.keys();
  if (extra !== undefined) return `${extra} was added`;
  return found.length === expected.length ? null : "a part is there twice";
}

function noBackup(path: string) {
  return fail<BackupProblem>({ kind: "no_backup", message: `${path} is no backup that scoring made` });
}

function cutProblem(path: string, why: string) {
  const message = `${path} is cut off or damaged (${why}); use another copy, or an earlier backup`;
  return fail<BackupProblem>({ kind: "cut", message });
}

function changedProblem(path: string, what: string) {
  const message = `${path} was changed after it was made: ${what}; use another copy, or an earlier backup`;
  return fail<BackupProblem>({ kind: "changed", message });
}

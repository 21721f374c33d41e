/** What a backup holds: the names of its parts, its first part, which says what it is, and its last, which proves it. */
import { z } from "zod";
import type { Bytes } from "../../vocabulary/units.ts";

/** Raised when what the file holds changes so that an older program could not restore it. */
export const BACKUP_FORMAT = 1;

/** The first part. */
export const HEADER_NAME = "backup.json";
/** The last part but one: the size and SHA-256 of every part before it. */
export const MANIFEST_NAME = "manifest.json";
/** The last part: the manifest's own SHA-256, as `sha256sum -c` reads it. */
export const SUM_NAME = "manifest.json.sha256";

export const HEADER = z.object({
  format: z.int(),
  /** The version of the program that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  directoryFormat: z.int(),
});
export type Header = z.infer<typeof HEADER>;

const PART = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
export type Part = z.infer<typeof PART>;

export const MANIFEST = z.object({
  parts: z.array(PART),
  objects: z.int(),
  records: z.int(),
  organizations: z.int(),
  /** Objects that the catalogue lists and whose file was gone or cut when the backup was made. */
  missing: z.array(z.string()),
  /** Where the chains of the audit log ended; backups by versions without one have none. */
  audit: z.array(z.object({ organization: z.string(), number: z.int(), hash: z.string() })).default([]),
});
export type Manifest = z.infer<typeof MANIFEST>;

/** How the names of parts begin; all but the database, which is packed in pieces, are so in the data directory. */
export const FOLDERS = {
  database: "database/",
  objects: "objects/",
  quarantine: "quarantine/",
  stream: "nats/store/",
} as const;

/** Of the database, in one part: a frame of its own, so that reading it needs no more memory. */
export const CHUNK_BYTES: Bytes = 8 * 1024 * 1024;

const CHUNK_DIGITS = 8;

/**
 * The name of a piece of the database.
 *
 * @param number - Its number, from 1.
 */
export function chunkName(number: number): string {
  return `${FOLDERS.database}${String(number).padStart(CHUNK_DIGITS, "0")}.zst`;
}

/** Files that are in the data directory itself; keys and whatever else is there stay out. */
export const FILES = [
  "acknowledged.json",
  "alive.json",
  "outages.jsonl",
  "purges.jsonl",
  "scoring.toml",
] as const;

/** Whether a part of this name belongs into a backup; none leads out of the data directory. */
export function isPartName(name: string): boolean {
  if (FILES.some((file) => file === name)) return true;
  const isInFolder = Object.values(FOLDERS).some((folder) => name.startsWith(folder));
  return (
    isInFolder && !name.includes("\0") && name.split("/").every((step) => !["", ".", ".."].includes(step))
  );
}

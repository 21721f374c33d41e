/** The list of what an export holds: it says what is whole, and where a run that broke off goes on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { CommandFailure } from "../command.ts";

const DIGEST = z.object({ bytes: z.int(), sha256: z.string() });
const TABLE = z.object({ rows: z.int(), csv: DIGEST, parquet: DIGEST });

/** A day's tables, by name. */
const EXPORTED_DAY = z.record(z.string(), TABLE);

export type ExportedDay = z.infer<typeof EXPORTED_DAY>;

const MANIFEST = z.object({
  format: z.literal(1),
  organization: z.object({ id: z.string(), name: z.string() }),
  withText: z.boolean(),
  /** The newest run; `next` is the day at which it goes on, null when it is over. */
  run: z.object({ from: z.string(), to: z.string(), next: z.string().nullable() }),
  /** By their dates; days without a row are left out. */
  days: z.record(z.string(), EXPORTED_DAY),
});

export type Manifest = z.infer<typeof MANIFEST>;

const NAME = "manifest.json";

/**
 * @returns null where the folder is no export.
 * @throws When the file is none of this version.
 */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, NAME);
  if (!existsSync(path)) return null;
  const read = MANIFEST.safeParse(parsed(readFileSync(path, "utf8")));
  if (read.success) return read.data;
  throw new CommandFailure(`${path} is not the manifest of an export by this version: choose another folder`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeWholeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** What `connect --write` has done, kept in the user's own folder so that `--remove` can undo it. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writeWholeFile } from "../../../vocabulary/whole-file.ts";
import { CommandFailure } from "../../command.ts";

const WANTED = z.discriminatedUnion("format", [
  z.object({
    format: z.enum(["json", "toml"]),
    path: z.string(),
    settings: z.record(z.string(), z.unknown()),
  }),
  z.object({ format: z.literal("whole"), path: z.string(), text: z.string() }),
  z.object({ format: z.literal("section"), path: z.string(), name: z.string(), text: z.string() }),
]);

const JOURNAL = z.object({
  files: z.array(
    z.object({
      wanted: WANTED,
      before: z.string().nullable(),
      after: z.string(),
      /** The file's mode before; null where there was none. */
      mode: z.number().nullable(),
    }),
  ),
});

/** One file that was written. */
export type JournalEntry = z.infer<typeof JOURNAL>["files"][number];

/**
 * Where the notes on one agent are.
 *
 * @param folder - This program's folder among the user's settings.
 */
export function journalPath(folder: string, agent: string): string {
  return join(folder, "connected", `${agent}.json`);
}

/** Returns the files in the order in which they were written; empty when nothing was. */
export function readJournal(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const read = JOURNAL.safeParse(parse(readFileSync(path, "utf8")));
  if (read.success) return read.data.files;
  throw new CommandFailure(
    `${path}, which says what was changed, cannot be read. Compare your settings with the backups next to them ` +
      "(….before-scoring), then delete it.",
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param files - Every file there is; without any the journal goes. */
export async function writeJournal(path: string, files: readonly JournalEntry[]): Promise<void> {
  if (files.length === 0) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  await writeWholeFile(path, `${JSON.stringify({ files }, null, 2)}\n`);
}

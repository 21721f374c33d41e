/** How far files were imported, kept in a file, so that a second import sends only what is new. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWholeFile } from "../vocabulary/whole-file.ts";
import type { HistoryFile } from "./record.ts";

const FILE_PROGRESS = z.object({
  /** The file's mark when it was read to its end; empty while it was not. */
  mark: z.string(),
  /** So many of its records were sent. */
  sent: z.int().nonnegative(),
  /** A hash of their ids: another one shows that the file was written anew. */
  digest: z.string(),
});
export type FileProgress = z.infer<typeof FILE_PROGRESS>;

const PROGRESS = z.object({ version: z.literal(1), files: z.record(z.string(), FILE_PROGRESS) });

/** What is known of files, by their names. */
export class Progress {
  private constructor(
    private readonly path: string,
    private readonly files: Map<string, FileProgress>,
  ) {}

  /** @param path - A file that need not exist; one that cannot be read counts as none: the server drops what it has. */
  static open(path: string): Progress {
    const read = PROGRESS.safeParse(existsSync(path) ? parsed(readFileSync(path, "utf8")) : null);
    return new Progress(path, new Map(Object.entries(read.data?.files ?? {})));
  }

  of(file: HistoryFile): FileProgress | null {
    return this.files.get(nameOf(file)) ?? null;
  }

  set(file: HistoryFile, progress: FileProgress): void {
    this.files.set(nameOf(file), progress);
  }

  async save(): Promise<void> {
    mkdirSync(dirname(this.path), { recursive: true });
    const files = Object.fromEntries(this.files);
    await writeWholeFile(this.path, `${JSON.stringify({ version: 1, files })}\n`);
  }
}

function nameOf({ path, part }: HistoryFile): string {
  return part === null ? path : `${path}#${part}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

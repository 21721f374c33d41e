/** Writes the parts of a backup to where they are in a data directory. */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { databasePath } from "../../stores.ts";
import { syncFolder, writeWholeFile } from "../../vocabulary/whole-file.ts";
import type { ReadPart } from "./archive.ts";
import { FOLDERS } from "./contents.ts";
import { DatabasePieces } from "./database/pieces.ts";

/** A directory that is being filled. */
export class Unpacking {
  private readonly folders = new Set<string>();
  private readonly database: DatabasePieces;

  constructor(private readonly directory: string) {
    this.database = new DatabasePieces(databasePath(directory));
  }

  /** @param part - Parts in the order in which they were packed. */
  async add(part: ReadPart): Promise<void> {
    const { name, bytes } = part;
    if (name.startsWith(FOLDERS.database)) return this.database.add(part);
    const path = join(this.directory, name);
    const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWholeFile(path, bytes);
    if (firstMade === undefined) return;
    for (let folder = dirname(path); folder !== this.directory; folder = dirname(folder))
      this.folders.add(dirname(folder));
  }

  /** Brings everything to disk, and closes what is open. */
  async finish(): Promise<void> {
    await this.database.sync();
    for (const folder of [...this.folders, this.directory]) await syncFolder(folder);
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

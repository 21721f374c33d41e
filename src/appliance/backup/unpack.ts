/** Writes the parts of a backup to where they lie in a data directory. */
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { databasePath } from "../../stores.ts";
import { syncFolder, writeWholeFile } from "../../vocabulary/whole-file.ts";
import type { ReadPart } from "./archive.ts";
import { chunkName, FOLDERS } from "./contents.ts";

/** A directory that is being filled. */
export class Unpacking {
  private readonly folders = new Set<string>();
  private database: FileHandle | null = null;
  private chunks = 0;

  constructor(private readonly directory: string) {}

  /** Takes: parts in the order in which they were packed. */
  async add({ name, bytes }: ReadPart): Promise<void> {
    if (name.startsWith(FOLDERS.database)) return this.addChunk(name, bytes);
    const path = join(this.directory, name);
    const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWholeFile(path, bytes);
    if (firstMade === undefined) return;
    for (let folder = dirname(path); folder !== this.directory; folder = dirname(folder))
      this.folders.add(dirname(folder));
  }

  /** Brings everything to disk, and closes what is open. */
  async finish(): Promise<void> {
    await this.database?.sync();
    for (const folder of [...this.folders, this.directory]) await syncFolder(folder);
  }

  async close(): Promise<void> {
    await this.database?.close();
    this.database = null;
  }

  private async addChunk(name: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
    this.database ??= await open(databasePath(this.directory), "wx", 0o600);
    this.chunks += 1;
    if (name !== chunkName(this.chunks)) throw new Error(`${name} of the backup is not in its place`);
    await this.database.writeFile(await Bun.zstdDecompress(bytes));
  }
}

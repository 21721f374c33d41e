/** A second process that ingests into the victim's stream, started again whenever it is gone. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sumOf } from "../../src/books/books.ts";
import { readAcknowledged } from "../../src/stream/acknowledged.ts";
import { hasEnded } from "./victim.ts";

const PROGRAM = join(import.meta.dir, "second-ingest.ts");

/** The process, kept running. */
export class Neighbour {
  readonly url: string;
  starts = 0;
  private child: Bun.Subprocess<"ignore", "ignore", Bun.BunFile> | null = null;
  private ending = false;
  private readonly ownFolder: string;

  /** @param parts - The appliance's data directory, a folder for what it keeps itself, and its port. */
  constructor(private readonly parts: { directory: string; folder: string; port: number }) {
    this.url = `http://127.0.0.1:${parts.port}`;
    this.ownFolder = join(parts.folder, "second");
  }

  /** Keeps it running from now on. */
  start(): void {
    this.starts += 1;
    mkdirSync(this.ownFolder, { recursive: true });
    const { directory, port } = this.parts;
    const child = Bun.spawn([process.execPath, PROGRAM, directory, this.ownFolder, String(port)], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(this.logPath(this.starts)),
    });
    this.child = child;
    void child.exited.then(() => {
      if (!this.ending) this.start();
    });
  }

  /**
   * Kills it.
   *
   * @returns Whether it was there.
   */
  kill(): boolean {
    if (this.child === null || hasEnded(this.child)) return false;
    this.child.kill("SIGKILL");
    return true;
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.ending = true;
    this.kill();
    await this.child?.exited;
  }

  /** Where it notes what it was acknowledged. */
  get notePath(): string {
    return join(this.ownFolder, "acknowledged.json");
  }

  /** How many requests were acknowledged to it in all its lives. */
  acknowledged(): number {
    const noted = readAcknowledged(this.notePath);
    return noted === null || noted === "unreadable" ? 0 : sumOf(noted.acknowledged).frames;
  }

  private logPath(life: number): string {
    return join(this.parts.folder, `second.${life}`);
  }
}

/**
 * What a stage is at, noted in a small file, so that after the death of the process it is known what it died of.
 *
 * A request may be made to cost more memory than the machine has. The kernel then kills the program, which starts
 * again onto the same request, for ever. With the note the stage tries what was at work one by one, and after two deaths
 * at the very same thing, or one exception, sets it aside. Nothing is synced: what the file holds outlives the process, if not the machine.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { z } from "zod";
import { build } from "../vocabulary/build.ts";
import type { Bytes } from "../vocabulary/units.ts";

/** What a stage notes of its work; a thing is named the same at every attempt. */
export interface Attempts {
  /** Says what is worked on from now on. */
  begin(things: readonly string[]): void;
  /** Says that nothing is worked on: it waits, or its store refuses. */
  rest(): void;
  /** Says that these are done with, and rests. */
  done(things: readonly string[]): void;
  /**
   * Says that the work on these failed because of what they hold.
   *
   * It need not be written down: what fails once fails at the next start too.
   */
  broke(things: readonly string[], reason: string): void;
  /** Whether the work on this thing has failed or died, perhaps of another that was worked on with it: try it separately. */
  isSuspect(thing: string): boolean;
  /** Why this thing is not to be worked on: the process died of it twice, or it failed separately; null when it is. */
  reasonSetAside(thing: string): string | null;
}

/** Why something was set aside that the process died of. */
export const DEADLY = "the program died twice while it worked on this";

const DEADLY_DEATHS = 2;
/** How many things are remembered that were not tried again. */
const MOST_REMEMBERED = 50;

const NOTE = z.object({
  /** What is worked on now. */
  at: z.array(z.string()),
  /** Deaths of the process at one thing only. */
  deaths: z.record(z.string(), z.int()),
});
type Note = z.infer<typeof NOTE>;

/** The version that tries; another one may fare better with what was set aside. */
export const TRYING_VERSION = `${build.version} ${build.commit ?? ""}`.trim();

/** Remembers what failed while it exists and writes nothing to disk: for work that is not started again automatically. */
export class UnnotedAttempts implements Attempts {
  protected readonly suspects: Set<string>;
  private readonly failed = new Map<string, string>();

  constructor(
    suspects: readonly string[] = [],
    protected readonly deaths = new Map<string, number>(),
  ) {
    this.suspects = new Set([...suspects, ...deaths.keys()]);
  }

  begin(_things: readonly string[]): void {}

  rest(): void {}

  done(things: readonly string[]): void {
    for (const thing of things) {
      this.suspects.delete(thing);
      this.deaths.delete(thing);
      this.failed.delete(thing);
    }
    this.rest();
  }

  broke(things: readonly string[], reason: string): void {
    for (const thing of things) this.suspects.add(thing);
    const [thing] = things;
    if (thing !== undefined && things.length === 1) this.failed.set(thing, reason);
    this.rest();
  }

  isSuspect(thing: string): boolean {
    return this.suspects.has(thing);
  }

  reasonSetAside(thing: string): string | null {
    const isDeadly = (this.deaths.get(thing) ?? 0) >= DEADLY_DEATHS;
    return isDeadly ? DEADLY : (this.failed.get(thing) ?? null);
  }
}

/** What one stage has noted, and notes from now on. */
export class NotedAttempts extends UnnotedAttempts {
  private readonly file: number;
  private isResting = false;
  /** How much of the file may hold something. */
  private filled: Bytes;

  /**
   * Opens the stage's note; one that cannot be read begins anew.
   *
   * @param after - What ended the run that wrote the note. Only the death of the process counts against what it was
   *   working on.
   */
  constructor(path: string, { after }: { after: "process" | "thread" }) {
    const { at, deaths } = readNote(path);
    const diedAt = after === "process" ? at : [];
    const died = new Map(Object.entries(deaths));
    const [thing] = diedAt;
    if (thing !== undefined && diedAt.length === 1) died.set(thing, (deaths[thing] ?? 0) + 1);
    super(diedAt, died);
    this.file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.filled = fstatSync(this.file).size;
    this.rest();
  }

  override begin(things: readonly string[]): void {
    this.write(things);
    this.isResting = false;
  }

  override rest(): void {
    if (!this.isResting) this.write([]);
    this.isResting = true;
  }

  close(): void {
    this.rest();
    closeSync(this.file);
  }

  /** Only the first line counts; blanks go over what a longer note has left, which may name a person's session. */
  private write(at: readonly string[]): void {
    const deaths = Object.fromEntries([...this.deaths].slice(-MOST_REMEMBERED));
    try {
      const note = `${JSON.stringify({ at: [...at], deaths } satisfies Note)}\n`;
      const bytes = Buffer.byteLength(note);
      writeSync(this.file, note + " ".repeat(Math.max(0, this.filled - bytes)), 0);
      this.filled = bytes;
    } catch {} // a disk that refuses the note must not stop the work
  }
}

function readNote(path: string): Note {
  try {
    const [line = ""] = readFileSync(path, "utf8").split("\n", 1);
    return NOTE.parse(JSON.parse(line));
  } catch {
    return { at: [], deaths: {} };
  }
}

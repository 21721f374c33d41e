/**
 * What a stage is at, noted in a small file, so that after the death of the process it is known what it died of.
 *
 * A request may be made to cost more memory than the machine has. The kernel then kills the program, which starts
 * again onto the same request, for ever. With the note the stage tries what was at work alone, and after two deaths
 * at the very same thing sets it aside. Nothing is synced: what the file holds outlives the process, if not the machine.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { z } from "zod";

/** What a stage notes of its work; a thing is named the same at every attempt. */
export interface Attempts {
  /** Says what is worked on from now on. */
  begin(things: readonly string[]): void;
  /** Says that nothing is worked on: it waits, or its store refuses. */
  rest(): void;
  /** Says that these are done with, and rests. */
  done(things: readonly string[]): void;
  /** Whether the process has died at this thing, perhaps of another that was worked on with it: try it alone. */
  isSuspect(thing: string): boolean;
  /** Whether the process has died twice while this thing alone was worked on. */
  isDeadly(thing: string): boolean;
}

/** Why something was set aside. */
export const DEADLY = "the program died twice while it worked on this";

const DEADLY_DEATHS = 2;
/** Things whose death nobody came back to; more are not worth remembering. */
const MOST_REMEMBERED = 50;

const NOTE = z.object({
  /** What is worked on now. */
  at: z.array(z.string()),
  /** Deaths of the process at a thing alone. */
  deaths: z.record(z.string(), z.int()),
});
type Note = z.infer<typeof NOTE>;

/** Notes nothing and suspects nothing, for work that nobody has to start again by itself. */
export const UNNOTED: Attempts = {
  begin() {},
  rest() {},
  done() {},
  isSuspect: () => false,
  isDeadly: () => false,
};

/** What one stage has noted, and notes from now on. */
export class NotedAttempts implements Attempts {
  private readonly file: number;
  private readonly suspects: ReadonlySet<string>;
  private readonly deaths: Map<string, number>;
  private isResting = false;

  /**
   * Opens the stage's note; one that cannot be read begins anew.
   *
   * Takes: `after`, what ended the run that wrote it: only the death of the process is held against what it was at.
   */
  constructor(path: string, { after }: { after: "process" | "thread" }) {
    const { at, deaths } = readNote(path);
    const diedAt = after === "process" ? at : [];
    this.deaths = new Map(Object.entries(deaths));
    const [thing] = diedAt;
    if (thing !== undefined && diedAt.length === 1) this.deaths.set(thing, (deaths[thing] ?? 0) + 1);
    this.suspects = new Set([...diedAt, ...this.deaths.keys()]);
    this.file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.rest();
  }

  begin(things: readonly string[]): void {
    this.write(things);
    this.isResting = false;
  }

  rest(): void {
    if (!this.isResting) this.write([]);
    this.isResting = true;
  }

  done(things: readonly string[]): void {
    for (const thing of things) this.deaths.delete(thing);
    this.rest();
  }

  isSuspect(thing: string): boolean {
    return this.suspects.has(thing);
  }

  isDeadly(thing: string): boolean {
    return (this.deaths.get(thing) ?? 0) >= DEADLY_DEATHS;
  }

  close(): void {
    this.rest();
    closeSync(this.file);
  }

  /** Only the first line counts: what a longer note has left behind it does not. */
  private write(at: readonly string[]): void {
    const deaths = Object.fromEntries([...this.deaths].slice(-MOST_REMEMBERED));
    try {
      writeSync(this.file, `${JSON.stringify({ at: [...at], deaths } satisfies Note)}\n`, 0);
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

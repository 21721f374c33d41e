/** What an agent's history files are turned into, and what is known of the files themselves. */
import type { WireAttributes } from "../vocabulary/sending/otlp-values.ts";
import type { Environment } from "../settings/environment.ts";
import type { Instant, Tokens } from "../vocabulary/units.ts";

/** One record in the words of the agent's own telemetry. */
export interface HistoryRecord {
  kind: "record";
  /** Which of its session's records it is: the same whenever the file is read, and never that of another one. */
  key: string;
  session: string;
  at: Instant;
  /** Its `event.name`. */
  name: string;
  attributes: WireAttributes;
  from: Producer;
  /** What the prompt and its work have in common, where the agent says which work is whose; absent elsewhere. */
  trace?: string;
  /** What it adds to the totals of an import; absent for nothing. */
  counts?: Counted;
}

/** The program that wrote the file, as its telemetry names it. */
export interface Producer {
  service: string;
  version: string | null;
}

/** A prompt or a model call. */
export type Counted = { what: "prompt" } | { what: "call"; tokens: Tokens };

/** A whole file, or a line of one, that is left out. */
export interface LeftOut {
  kind: "left_out";
  what: "file" | "line";
  reason: string;
}

/** The history of one session, as far as one file holds it. */
export interface HistoryFile {
  path: string;
  /** The session in a file of several; null where the file holds one. */
  part: string | null;
  /** Changes whenever there is more to read. */
  mark: string;
  changedAt: Instant;
  bytes: number;
}

/** Where to look: a home directory, and the variables by which agents are sent elsewhere. */
export interface Home {
  folder: string;
  environment: Environment;
}

/** One agent's history. */
export interface HistorySource {
  agent: string;
  /** Returns what there is, in no particular order. */
  find(home: Home): HistoryFile[];
  /** Returns the files that are there without opening any; absent where `find` opens none. */
  spot?(home: Home): HistoryFile[];
  /** Reads one of them from its beginning; the same file gives the same records, in the same order. */
  read(file: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void>;
}

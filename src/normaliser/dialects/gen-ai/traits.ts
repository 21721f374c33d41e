/** In what the speakers of the GenAI conventions differ from each other. */
import type { MicroUsd, Milliseconds } from "../../../vocabulary/units.ts";
import type { SpanEntry } from "../../records/record.ts";

/** In what a speaker of the conventions differs from the others. */
export interface Traits {
  /** Attributes that name the session, the best first. */
  sessionKeys: readonly string[];
  /** Whether `session.id` of the resource is a session, and not, say, an editor's window. */
  sessionInResource: boolean;
  /** What the agent says a call cost. */
  costOf(span: SpanEntry): MicroUsd | null;
  firstTokenOf(span: SpanEntry): Milliseconds | null;
  /** How a command ended. */
  exitCodeOf(span: SpanEntry): number | null;
  /** What a command printed; absent where the result of its tool is just that. */
  outputOf?(span: SpanEntry): string | null;
  /** Whether the span of a model call does not say how it ended; absent where all do. */
  isUntold?(span: SpanEntry): boolean;
  /** The person's words in a prompt; absent where nothing is put around them. */
  wordsOf?(text: string): string;
}

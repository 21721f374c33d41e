/** What the script is called with. */
import type { Environment } from "../../../settings/environment.ts";

/** What the script is called with, and how it speaks. */
export interface StandaloneCall {
  words: string[];
  environment: Environment;
  say(text: string): void;
  /** Whether a person reads what `redraw` writes. */
  isPerson: boolean;
  /** Writes over the last line; nothing but that is shown of an empty text. */
  redraw(text: string): void;
  /** null where nobody can answer. */
  askHidden(question: string): Promise<string | null>;
  askYes(question: string): Promise<boolean | null>;
}

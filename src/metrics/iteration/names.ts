/** Names in a text: numbers, paths and identifiers, by which two prompts in the same words ask for different things. */
import { remembered } from "../../turns/wording/remembered.ts";
import { SPACED_LETTER } from "../../turns/wording/words.ts";

/**
 * Returns the names that a text holds, as they are written.
 *
 * @see docs/scoring.md, "Repair turn": names.
 */
export const namesIn: (text: string) => ReadonlySet<string> = remembered((text) => {
  const runs = text.match(RUN) ?? [];
  return new Set(runs.map((run) => run.replace(BEGINNING, "").replace(CLOSING, "")).filter(isName));
});

const RUN = new RegExp(String.raw`(?:${SPACED_LETTER}|[_.\/])+`, "gv");
const BEGINNING = /^(?:\.\/)+/;
// The look behind lets a run of dots be tried once, from its first.
const CLOSING = /(?<!\.)\.+$/;
const SIGN_OF_NAME = /[\p{Nd}_./]|\p{Ll}\p{Lu}/u;

function isName(run: string): boolean {
  return SIGN_OF_NAME.test(run);
}

/** Which quotes of the judge model prove a verdict: words that say something, and not the same for everything. */
import { namedPaths } from "../turns/wording/paths.ts";
import { isInsideWord, isUnspaced, wordsOf } from "../turns/wording/words.ts";

/** One quote proves so many checks: who says yes to everything has to find words for everything. */
const MOST_CHECKS = 2;
const LEAST_WORDS = 2;
/** In scripts that are written without spaces so many characters count as a word. */
const CHARACTERS_OF_A_WORD = 2;
/** A text of one piece over and over is not looked through to its end. */
const MOST_PLACES = 1_000;

/** The proofs of one prompt's verdicts, used up in the order of the checks. */
export class Proofs {
  private readonly used = new Map<string, number>();

  /** @param texts - The prompt, then those before it, as the judge model saw them. */
  constructor(private readonly texts: readonly string[]) {}

  /**
   * Says whether a quote proves one more check, and counts that it does.
   *
   * @param quote - What the model gave as evidence; null for nothing.
   * @returns Whether the check is proved.
   * @see docs/scoring.md, "Layer 1": evidence.
   */
  prove(quote: string | null): quote is string {
    const said = quote?.trim() ?? "";
    if (said === "" || !isProof(said, this.texts)) return false;
    const name = wordsOf(said).join(" ") || said;
    const times = this.used.get(name) ?? 0;
    this.used.set(name, times + 1);
    return times < MOST_CHECKS;
  }
}

function isProof(said: string, texts: readonly string[]): boolean {
  if (said === texts[0]?.trim()) return true;
  if (countWords(said) >= LEAST_WORDS) return texts.some((text) => standsWhole(said, text, WORD_JOINTS));
  return isName(said, texts) && texts.some((text) => standsWhole(said, text, NAME_JOINTS));
}

/** A word holds a letter or a digit and ends at a space. */
function countWords(said: string): number {
  let [spaced, unspaced] = [0, 0];
  for (const piece of said.split(/\s+/)) {
    const words = wordsOf(piece);
    const characters = words.filter(isUnspaced).length;
    unspaced += characters;
    if (characters < words.length) spaced += 1;
  }
  return spaced + Math.ceil(unspaced / CHARACTERS_OF_A_WORD);
}

/** Whether one word is a path or an identifier, by its form or because the text has it in backquotes. */
function isName(said: string, texts: readonly string[]): boolean {
  if (namedPaths(said).length === 1 || IDENTIFIER.test(said)) return true;
  return wordsOf(said).length > 0 && texts.some((text) => text.includes(`\`${said}\``));
}

/** `getUser`, `created_at`, `total()`, `process.env`, `--json`. */
const IDENTIFIER = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}\(\)|\p{L}{2}\.\p{L}{2}|^--?\p{L}/u;

const WORD_JOINTS = "_'’";
const NAME_JOINTS = `${WORD_JOINTS}./\\-`;

/** Whether it is in the text somewhere without half a word at either end. */
function standsWhole(said: string, text: string, joints: string): boolean {
  let at = text.indexOf(said);
  for (let places = 0; at !== -1 && places < MOST_PLACES; places += 1) {
    if (!isInsideWord(text, at, joints) && !isInsideWord(text, at + said.length, joints)) return true;
    at = text.indexOf(said, at + 1);
  }
  return false;
}

/**
 * Finds before a body is parsed that it holds more values than may be, or nests them without end: what is parsed has
 * taken its memory already, and what is read its time.
 */

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** The only bit in which a bracket of lists differs from one of objects. */
const BRACKETS_BIT = OPEN_LIST ^ OPEN_OBJECT;

/** Of three characters at most two begin a value in the long run, as in `{},`. */
const DENSEST = 2 / 3;
/** Characters between two looks at whether the rest can still matter. */
const STRETCH = 4096;

/** Brackets in each other. An attribute's value nested 10,000 deep has 30,000, and only loses that value. */
const DEEPEST = 100_000;

/** What a body has too much of. */
export type Excess = { kind: "too_many_values" } | { kind: "too_deep"; deepest: number };

/** How many values a body may hold. What was parsed takes memory for each, and several times as much for an object. */
export interface MostValues {
  /** Each counted by what it begins with: an opening bracket or a comma. */
  values: number;
  /** Objects among them, by their opening brackets. */
  objects: number;
}

/** Counts the values of a body of JSON while it arrives. */
export interface ValueCounter {
  /**
   * Returns what there is too much of by now; null when there is not.
   *
   * @param piece - The next bytes, in UTF-8.
   */
  add(piece: Uint8Array): Excess | null;
}

/** Makes one for a body. */
export function createValueCounter(most: MostValues): ValueCounter {
  const at: Place = { values: 0, objects: 0, depth: 0, deepest: 0, isInText: false, skipped: 0 };
  return {
    add(piece) {
      count(piece, at);
      if (at.deepest > DEEPEST) return { kind: "too_deep", deepest: DEEPEST };
      return isMore(at, most) ? { kind: "too_many_values" } : null;
    },
  };
}

function isMore(counted: MostValues, most: MostValues): boolean {
  return counted.values > most.values || counted.objects > most.objects;
}

/** So few values, of whatever kind, are never too many. */
function leastOf({ values, objects }: MostValues): number {
  return Math.min(values, objects);
}

/** Where the counter is between two pieces. */
interface Place extends MostValues {
  depth: number;
  deepest: number;
  isInText: boolean;
  /** 1 when the piece ended in a backslash: the next character ends no text. */
  skipped: number;
}

/** It has local variables: with others the loop takes five times as long. */
function count(piece: Uint8Array, at: Place): void {
  const { length } = piece;
  let { values, objects, depth, deepest, isInText, skipped: index } = at;
  for (; index < length; index++) {
    const code = piece[index] as number;
    if (code === QUOTE) isInText = !isInText;
    else if (code === BACKSLASH) index += 1;
    else if (isInText) continue;
    else if (code === COMMA) values += 1;
    else if ((code | BRACKETS_BIT) === OPEN_OBJECT) {
      values += 1;
      if (code === OPEN_OBJECT) objects += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if ((code | BRACKETS_BIT) === CLOSE_OBJECT) depth -= 1;
  }
  Object.assign(at, { values, objects, depth, deepest, isInText, skipped: index - length });
}

/** What bytes of JSON have too much of. Looks no further than needed; shorter ones cannot have enough of it. */
export function excessIn(bytes: Uint8Array, most: MostValues): Excess | null {
  if (bytes.length * DENSEST <= leastOf(most)) return null;
  const counter = createValueCounter(most);
  let excess: Excess | null = null;
  for (let from = 0; from < bytes.length && excess === null; from += STRETCH)
    excess = counter.add(bytes.subarray(from, from + STRETCH));
  return excess;
}

/**
 * Whether a text of JSON holds more values than may be. A body of the usual length is judged only by its length, and
 * most of the others without regard to what is in quotes, which takes a quarter of the time.
 */
export function holdsMoreValues(text: string, most: MostValues): boolean {
  return mayHoldMore(text, most) && doesHoldMore(text, most);
}

/** Counts the characters that begin a value, inside quotes too: never too few. */
function mayHoldMore(text: string, most: MostValues): boolean {
  const { length } = text;
  const least = leastOf(most);
  let [values, objects] = [0, 0];
  for (let from = 0; from < length; from += STRETCH) {
    if (values + (length - from) * DENSEST <= least) return false;
    const end = Math.min(length, from + STRETCH);
    for (let index = from; index < end; index++) {
      const code = text.charCodeAt(index);
      if (code === COMMA || (code | BRACKETS_BIT) === OPEN_OBJECT) values += 1;
      if (code === OPEN_OBJECT) objects += 1;
    }
  }
  return isMore({ values, objects }, most);
}

function doesHoldMore(text: string, most: MostValues): boolean {
  const { length } = text;
  let [values, objects] = [0, 0];
  let isInText = false;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isInText = !isInText;
    else if (code === BACKSLASH) index += 1;
    else if (!isInText && (code === COMMA || (code | BRACKETS_BIT) === OPEN_OBJECT)) {
      values += 1;
      if (code === OPEN_OBJECT) objects += 1;
      if (values > most.values || objects > most.objects) return true;
    }
  }
  return false;
}

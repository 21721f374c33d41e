/** Tells before a body is parsed that it holds more values than may be: what is parsed has taken its memory already. */

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;

/** Of three characters at most two begin a value in the long run, as in `{},`. */
const DENSEST = 2 / 3;

/**
 * Whether a text of JSON holds more values than a number, as counted by what each begins with: an opening bracket or a
 * comma. Looks no further than needed: a body of the usual length is told by its length alone.
 */
export function holdsMoreValues(text: string, most: number): boolean {
  const { length } = text;
  let count = 0;
  let isInText = false;
  for (let index = 0; index < length; index++) {
    if (count + (length - index) * DENSEST <= most) return false;
    const code = text.charCodeAt(index);
    if (code === QUOTE) isInText = !isInText;
    else if (code === BACKSLASH) index += 1;
    else if (!isInText && (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT)) count += 1;
    if (count > most) return true;
  }
  return false;
}

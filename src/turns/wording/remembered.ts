/** Remembers what was read from texts, because a prompt is read for several reasons each time its session grows. */
import { LRUCache } from "lru-cache";

/** Prompts are short; of a longer text it would cost too much memory to know what it holds. */
const LONGEST_TEXT = 1_000;
/** The prompts of some hundred sessions that are open at a time. */
const REMEMBERED_TEXTS = 4_000;

/**
 * Returns the same function, which remembers the texts that it read lately.
 *
 * @param read - One that depends on nothing else.
 */
export function remembered<Value extends {}>(read: (text: string) => Value): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: REMEMBERED_TEXTS });
  return (text) => {
    if (text.length > LONGEST_TEXT) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = read(text);
    known.set(text, found);
    return found;
  };
}

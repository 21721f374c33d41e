/** Finds in a JSON document what it says of one person, without what it says of others. */

/** Texts that name the person, and texts that name somebody else; compared whole and in small letters. */
export interface Naming {
  theirs: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

/** A part of a document that is about the person. */
export interface Mention {
  /** Where it is, such as `people.3`. */
  at: string;
  says: unknown;
}

/**
 * Finds the smallest parts of a document that name the person.
 *
 * @returns Each without the parts in it that name others; of a list of names only the person's.
 */
export function findMentions(document: unknown, naming: Naming, at = ""): Mention[] {
  if (typeof document !== "object" || document === null) return [];
  const entries = Object.entries(document);
  if (Array.isArray(document)) {
    const theirs = document.filter((entry) => isName(entry, naming.theirs));
    const inside = entries.flatMap(([index, entry]) => findMentions(entry, naming, join(at, index)));
    return theirs.length === 0 ? inside : [{ at, says: theirs }, ...inside];
  }
  // an object that names somebody else too is not about the person: only parts of it may be
  const isTheirs = entries.some(([, value]) => names(value, naming.theirs));
  if (isTheirs && !entries.some(([, value]) => names(value, naming.others)))
    return [{ at, says: withoutOthers(document, naming) }];
  return entries.flatMap(([name, value]) => findMentions(value, naming, join(at, name)));
}

/** Whether a value is one of the names, or an object such as `{ id, name }` with one. */
function names(value: unknown, known: ReadonlySet<string>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return isName(value, known);
  return "id" in value && isName(value.id, known);
}

function isName(value: unknown, known: ReadonlySet<string>): boolean {
  return typeof value === "string" && known.has(value.toLowerCase());
}

function withoutOthers(part: object, naming: Naming): unknown {
  const kept = Object.entries(part).filter(([, value]) => !namesOthers(value, naming));
  return Object.fromEntries(kept);
}

function namesOthers(value: unknown, naming: Naming): boolean {
  if (typeof value === "string") return isName(value, naming.others);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => namesOthers(inner, naming));
}

function join(at: string, step: string): string {
  return at === "" ? step : `${at}.${step}`;
}

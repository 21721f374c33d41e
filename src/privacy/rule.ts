/** What a rule of the redactor is made of. */

/** One kind of text that must not be stored. */
export interface Rule {
  /** Its name in the replacement and in the counts. */
  name: string;
  /** The pattern is tried only on texts that hold one of these, in lower case; on every text when there are none. */
  keywords: readonly string[];
  /**
   * What is replaced; a group called `lead` is kept in front of the replacement. Global, and never matches one. Texts
   * are hostile: a part without a bound may be followed only by what it cannot match, or be at the end.
   */
  pattern: RegExp;
  /** A second opinion on what would be replaced, and what is kept before it; without it every match is replaced. */
  accepts?: (value: string, lead: string) => boolean;
}

/** What no single pattern finds; it replaces by itself, and counts each piece by its rule's name. */
export interface Rewriter {
  /** As a rule's. */
  keywords: readonly string[];
  rewrite: (text: string, count: (name: string) => void) => string;
}

/** The text that is where something was removed. */
export function replacementFor(rule: Pick<Rule, "name">): string {
  return `[redacted:${rule.name}]`;
}

/** What a rule of the redactor is made of. */

/** One kind of text that must not be stored. */
export interface Rule {
  /** Stands in the replacement and in the counts. */
  name: string;
  /** A cheap necessary condition; all triggers together make the one look that clean text costs. */
  trigger: string;
  /**
   * What is replaced; a group called `lead` is kept in front of the replacement. Global, and never matches one. Texts
   * are hostile: a part without a bound may be followed only by what it cannot match, or stand at the end.
   */
  pattern: RegExp;
  /** A second opinion on a match; without it every match is replaced. */
  accepts?: (match: string) => boolean;
}

/** The text that stands where something was removed. */
export function replacementFor(rule: Rule): string {
  return `[redacted:${rule.name}]`;
}

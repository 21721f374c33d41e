/** What the lifecycle rules of a bucket do, as far as it concerns records. */

/** A rule that deletes objects by their age, or on a day. */
export interface DeletingRule {
  name: string;
  /** What the names of its objects begin with; empty for all of the bucket. */
  prefix: string;
  /** null for a rule that names a day. */
  days: number | null;
}

/** Whether a rule removes older versions. */
export function removesVersions(rules: string): boolean {
  return enabledRules(rules).some((rule) => rule.includes("<NoncurrentVersionExpiration>"));
}

/**
 * Returns the rule that deletes objects below the prefix first; null when there is none.
 *
 * @param rules - The answer to `GetBucketLifecycleConfiguration`.
 * @remarks Records have no tags, so a rule for tags is not about them.
 * @see Amazon S3 API, "LifecycleRule", read 2026-11.
 */
export function findDeletingRule(rules: string, prefix: string): DeletingRule | null {
  const deleting = enabledRules(rules)
    .filter((rule) => !rule.includes("<Tag>"))
    .flatMap(readDeleting)
    .filter((rule) => prefix.startsWith(rule.prefix) || rule.prefix.startsWith(prefix));
  return deleting.toSorted((left, right) => (left.days ?? 0) - (right.days ?? 0))[0] ?? null;
}

function readDeleting(rule: string): DeletingRule[] {
  const expiration = textIn(rule, "Expiration") ?? "";
  const named = { name: textIn(rule, "ID") ?? "", prefix: textIn(rule, "Prefix") ?? "" };
  const days = textIn(expiration, "Days");
  if (days !== null) return [{ ...named, days: Number(days) }];
  return textIn(expiration, "Date") === null ? [] : [{ ...named, days: null }];
}

function enabledRules(rules: string): string[] {
  return rules.split("<Rule>").filter((rule) => textIn(rule, "Status") === "Enabled");
}

function textIn(xml: string, element: string): string | null {
  const from = xml.indexOf(`<${element}>`);
  const upTo = xml.indexOf(`</${element}>`, from);
  return from < 0 || upTo < 0 ? null : xml.slice(from + element.length + 2, upTo);
}

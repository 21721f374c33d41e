/** The one place that decides what of a text may be stored; nothing behind the writer sees what it removed. */
import { LRUCache } from "lru-cache";
import type { Settings } from "../settings/schema.ts";
import { figuresOf, isFact, placeOf, stricterPlace } from "./attributes.ts";
import type { CaptureMode, Place } from "./attributes.ts";
import { CREDENTIAL_SHAPES } from "./credential-shapes.ts";
import { replacementFor } from "./rule.ts";
import type { Rewriter, Rule } from "./rule.ts";
import { LISTED_SHAPES } from "./listed-shapes.ts";
import { CALL_SECRETS } from "./passwords/calls.ts";
import { COMMAND_SECRETS } from "./passwords/commands.ts";
import { NAMED_SECRETS } from "./passwords/named.ts";
import { SENTENCE_SECRETS, TABLE_SECRETS } from "./passwords/sentences.ts";
import { SETTING_SECRETS } from "./passwords/settings.ts";
import { SECRET_SHAPES } from "./secret-shapes.ts";
import { createSieve, type Sieve } from "./sieve.ts";
import { EMAIL, HOME_OWNER, RANDOM_BASE64, RANDOM_TEXT } from "./written-rules.ts";

/** The settings that privacy depends on. */
export type PrivacySettings = Pick<
  Settings,
  "captureMode" | "redactEntropy" | "redactEmails" | "redactPaths"
>;

/** Where a text is: `written` by people or tools, or `anywhere`, where ids, keys and names must not be touched. */
export type Where = "anywhere" | "written";

/** Removes what must not be stored, and counts it. */
export interface Redactor {
  readonly mode: CaptureMode;
  /** The text with `[redacted:<rule>]` in place of all that the rules know; doing it twice changes nothing more. */
  text(value: string, where: Where): string;
  /** A key or a field's name, well-formed and without secrets. */
  name(name: string): string;
  /** What an attribute of this key may keep. */
  place(key: string): Place;
  /** What an entry of this key may keep in a map that may keep what `within` says. */
  placeWithin(within: Place, key: string): Place;
  /** The text when the place lets it be stored; null when it does not, which is counted. */
  textAt(value: string, place: Place): string | null;
  /** The same for bytes; text in them is looked through, whatever else they hold. */
  bytesAt(value: Buffer, place: Place): Buffer | null;
  /** Counts one value that the capture mode left out. */
  withhold(): void;
  /** Changes so far by rule's name, and under `withheld` the values that the capture mode left out. */
  readonly counts: Readonly<Record<string, number>>;
}

/** No secret that the rules know is shorter. */
const SHORTEST = 10;

/** Keys repeat for ever, but a sender could make up new ones without end. */
const REMEMBERED_KEYS = 10_000;

/** A redactor for these settings. */
export function createRedactor(settings: PrivacySettings): Redactor {
  const counts: Record<string, number> = {};
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);
  const layers = layersFor(settings);
  const places = new LRUCache<string, Place>({ max: REMEMBERED_KEYS });
  const cleanNames = new LRUCache<string, true>({ max: REMEMBERED_KEYS });
  const text = (value: string, where: Where): string => {
    if (value.length < SHORTEST) return value;
    let left = value;
    for (const layer of layers[where]) {
      const rules = layer(left);
      if (rules.length > 0) left = rewrite(left, rules, count);
    }
    return left;
  };
  const textAt = (value: string, place: Place): string | null => {
    if (place === "anywhere" || place === "written") return text(value, place);
    const figures = place === "figures" ? figuresOf(value) : null;
    // the names of figures are whatever somebody wrote
    if (figures !== null) return text(figures, "written");
    if (place === "facts" && isFact(value)) return value;
    count("withheld");
    return null;
  };
  const placeAt = (key: string): Place => {
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = placeOf(key, settings.captureMode);
    places.set(key, place);
    return place;
  };
  return {
    mode: settings.captureMode,
    counts,
    text,
    textAt,
    withhold: () => count("withheld"),
    bytesAt(value, place) {
      // one character for each byte, so that what is no text comes back as it was
      const clean = textAt(value.toString("latin1"), place);
      return clean === null ? null : Buffer.from(clean, "latin1");
    },
    place: placeAt,
    placeWithin: (within, key) => stricterPlace(within, placeAt(key)),
    name(name) {
      if (cleanNames.get(name)) return name;
      const clean = text(name.toWellFormed(), "anywhere");
      if (clean === name) cleanNames.set(name, true);
      return clean;
    },
  };
}

/**
 * Rules that are looked for together. Nearly every text is clean, and only the sieve looks at it, once; what the rules
 * of one sieve have left is what the next one sees.
 */
function layersFor(settings: PrivacySettings): Record<Where, readonly Sieve[]> {
  const anywhere = [
    createSieve([
      ...SECRET_SHAPES,
      ...LISTED_SHAPES,
      ...CREDENTIAL_SHAPES,
      ...COMMAND_SECRETS,
      ...CALL_SECRETS,
      NAMED_SECRETS,
      ...SETTING_SECRETS,
      ...SENTENCE_SECRETS,
      TABLE_SECRETS,
    ]),
  ];
  const rules = [
    ...(settings.redactEmails ? [EMAIL] : []),
    ...(settings.redactPaths ? [HOME_OWNER] : []),
    ...(settings.redactEntropy ? [RANDOM_TEXT, RANDOM_BASE64] : []),
  ];
  return { anywhere, written: rules.length === 0 ? anywhere : [...anywhere, createSieve(rules)] };
}

function rewrite(value: string, rules: readonly (Rule | Rewriter)[], count: (name: string) => void): string {
  let text = value;
  for (const rule of rules) {
    if ("rewrite" in rule) {
      text = rule.rewrite(text, count);
      continue;
    }
    text = text.replace(rule.pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as { lead?: string } | string;
      const lead = typeof groups === "string" ? "" : (groups.lead ?? "");
      if (rule.accepts?.(match.slice(lead.length), lead) === false) return match;
      count(rule.name);
      return lead + replacementFor(rule);
    });
  }
  return text;
}

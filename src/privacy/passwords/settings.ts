/** Passwords and keys in settings, by words that the list of names does not have. */
import type { Rule } from "../rule.ts";
import { isMixed, isRandomKey } from "../secret-values.ts";
import { BARE } from "./names.ts";

/** Keys that are no secrets: those of tables, caches, texts and messages, and the public half of a pair. */
const PLAIN_KEYS = [
  "public",
  "cache",
  "partition",
  "sort",
  "idempotency",
  "foreign",
  "primary",
  "index",
  "object",
  "storage",
  "row",
  "group",
  "query",
  "lookup",
  "i18n",
  "translation",
  "message",
  "routing",
  "unique",
  "cursor",
].map((word) => `[${word[0]?.toUpperCase() ?? ""}${word[0] ?? ""}]${word.slice(1)}|${word.toUpperCase()}`);

/** Looked for everywhere, after the names of secrets. */
export const SETTING_SECRETS: readonly Rule[] = [
  {
    // pass: …, PASS=…, pw=…: short words, which mean other things too
    name: "short-password",
    keywords: ["pass=", "pass:", "pass =", 'pass"', "pass'", "pass\\", "pw=", "pw:", "pw =", "psw=", "psw:"],
    pattern: new RegExp(
      String.raw`(?<lead>(?<![\w.-])(?:pass|p?pw|psw)[*_"'\\]{0,4}(?:[ \t]?=[ \t]?|:[*_]{0,3}[ \t]{0,3})\\{0,3}["'\`]?)${BARE}{4,200}`,
      "gi",
    ),
    accepts: (value) => isMixed(value),
  },
  {
    // WEATHER_KEY=…, "mapsKey": "…": any key whose value only chance can have made
    name: "random-key",
    keywords: ["key=", "key:", "key =", 'key"', "key'", "key\\"],
    pattern: new RegExp(
      String.raw`(?<lead>(?:(?<=[_-])[Kk]ey|(?<=[a-z\d])Key|KEY)(?<!(?:${PLAIN_KEYS.join("|")})[_-]?[Kk](?:ey|EY))["'\\\]]{0,4}[ \t]{0,9}[=:][ \t]{0,9}\\{0,3}["'\`]?(?:base64:)?)[^\s"'\`\\,;]{16,500}`,
      "g",
    ),
    accepts: isRandomKey,
  },
];

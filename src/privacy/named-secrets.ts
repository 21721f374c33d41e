/** Secrets that are known by the name they are given: variables, settings, parameters, flags, elements. */
import { isBareSecret, isPath, isSecretValue } from "./secret-values.ts";
import type { Rule } from "./rule.ts";

/** What a name of a secret ends in; what may follow it, and what says that no secret follows, is judged after. */
const NAME = String.raw`(?:passwo?r?d|passphrase|pwd|(?<=[_-])pass|secret|token|(?:api|access|secret|private|account|encryption|signing|auth|master|shared)[_-]?key|client-key-data|credentials?|(?<=_)auth)(?:[_-][\w-]{0,40}|\d{1,3})?`;

const KEYWORDS = [
  "passw",
  "passphrase",
  "pwd",
  "_pass",
  "-pass",
  "secret",
  "token",
  "credential",
  "_auth",
  "client-key",
  ...["api", "access", "private", "account", "encryption", "signing", "auth", "master", "shared"].flatMap(
    (kind) => [`${kind}key`, `${kind}_key`, `${kind}-key`],
  ),
];

/** Looked for everywhere, after the shapes that tell by themselves. */
export const NAMED_SECRETS: readonly Rule[] = [
  {
    // Server=db;Pwd=correct horse;
    name: "connection-password",
    keywords: ["pwd=", "password="],
    pattern: /(?<lead>;\s{0,4}(?:pwd|password)=)(?!\[redacted:)[^;"'\\\r\n]{3,200}(?=[;"'\\\r\n]|$)/gi,
    accepts: isSecretValue,
  },
  {
    // DATABASE_PASSWORD=…, --token=…, ?access_token=…, Pwd=…;
    name: "assigned-secret",
    keywords: KEYWORDS,
    pattern: shape(String.raw`=(?:\\{0,3}["'])?`, String.raw`[^\s"'\`\\,;&]{3,500}`),
    accepts: (value, lead) => isNamed(value, lead) && isBareSecret(value),
  },
  {
    // "password": "…", password = '…', :password => "…"
    name: "quoted-password",
    keywords: KEYWORDS,
    pattern: shape(
      String.raw`["'\`\\\]]{0,4}[ \t]{0,9}(?:=>|:=|[=:])[ \t]{0,9}(?<quote>\\{0,3}["'\`])`,
      String.raw`(?:(?!\k<quote>)[^\r\n]){3,500}(?=\k<quote>|$)`,
    ),
    accepts: (value, lead) => isNamed(value, lead) && isSecretValue(value) && !isPath(value),
  },
  {
    // password: …, token = …; words alone are a secret only when nothing follows them
    name: "plain-password",
    keywords: KEYWORDS,
    pattern: shape(
      String.raw`["'\\]{0,4}[ \t]{0,9}(?:=>|:=|[=:])[ \t]{0,9}`,
      String.raw`(?:(?=[^\s"'\`\\,;&]{0,200}[\d$!@#%^*+=~/?_-])[^\s"'\`\\,;&]{3,500}|[^\s"'\`\\,;&]{3,500}(?=[ \t]*(?:$|[\r\n"'\`\\}])))`,
    ),
    accepts: (value, lead) => isNamed(value, lead) && isBareSecret(value) && !isName(value),
  },
  {
    // <password>…</password>
    name: "element-secret",
    keywords: [
      "passwd>",
      "password>",
      "passphrase>",
      "pwd>",
      "_pass>",
      "-pass>",
      "secret>",
      "token>",
      "key>",
      "credential",
    ],
    pattern: shape(">", String.raw`[^<>\r\n]{3,300}(?=<\/)`),
    accepts: (value, lead) => isNamed(value, lead) && isSecretValue(value),
  },
  {
    // --password …
    name: "argument-secret",
    keywords: ["-passw", "-pwd", "-pass ", "-token", "-secret", "-key", "-api"],
    pattern:
      /(?<lead>(?<![\w-])--(?:[a-z][\w-]{0,30}-)?(?:password|passwd|pass|pwd|token|secret|api-?key|(?:access|secret|private)-key)[ \t]{1,4}[\\"']{0,3})(?![-[<$])(?:(?<=["'])[^\r\n"'\\]{4,500}|[^\s"'`\\]{4,500})/g,
    // without quotes a word in small letters is most likely one of a sentence
    accepts: (value, lead) =>
      /["']$/.test(lead) ? isSecretValue(value) : /[^a-z]/.test(value) && isBareSecret(value),
  },
];

/** A name, what stands between it and its value, and the value. */
function shape(between: string, value: string): RegExp {
  return new RegExp(`(?<lead>${NAME}${between})${value}`, "gi");
}

/** What follows a secret's name when the value is about the secret and is none: TOKEN_COUNT, PASSWORD_FILE. */
const ABOUT =
  /[_-](?:count|counts|limit|limits|file|path|name|ids?|url|uri|type|ttl|expir\w*|length|len|size|budget|max|min|policy|field|label|env|var|header|prefix|usage|version|hint|required|enabled|set|valid|error|status|reset|store|manager|provider|arn|endpoint|dir|source|format|regex|pattern|rate|cost|price|kind|at|present|exists|changed|updated|age|mode|method|modality|threshold)\b/i;

const PASSWORD = /pass|pwd|secret/i;

/** Whether a value of this length and kind can be the secret of this name. */
function isNamed(value: string, lead: string): boolean {
  if (ABOUT.test(lead.replace(/(?<!["'\\\]\s:=>])["'\\\]\s:=>]+$/, ""))) return false;
  if (/pwd/i.test(lead) && /^[/~.]/.test(value)) return false;
  if (/^-?[\d.,]+$/.test(value)) return PASSWORD.test(lead) && value.length >= 4;
  return value.length >= (PASSWORD.test(lead) ? 4 : 8);
}

/** A variable of a program: words in one, closed by what closes an expression. */
function isName(value: string): boolean {
  return /^[A-Za-z_$][A-Za-z_$]*[;)\]}]+$|^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:_[a-z]+)+$/.test(value);
}

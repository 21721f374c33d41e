/** The names that people and programs give to secrets, and what says that a name means something else. */

/** What a name of a secret ends in; what may follow it, and what says that no secret follows, is judged after. */
export const NAME = String.raw`(?:passwo?r?d|passphrase|pwd|(?<=[_-])p(?:ass|w)|secret|(?<!(?:page|next|cursor|continuation|resume|stop|sync|delta|skip)[_-]?)token|(?:api|access|secret|private|account|encryption|signing|auth|master|shared)[ _-]?key|client-key-data|credentials?|(?<=_)auth)(?:[_-][\w-]{0,40}|\d{1,3})?`;

/** What a text must hold for a rule with such a name to be tried on it. */
export const NAME_KEYWORDS = [
  "passw",
  "passphrase",
  "pwd",
  "_pass",
  "-pass",
  "_pw",
  "-pw",
  "secret",
  "token",
  "credential",
  "_auth",
  "client-key",
  ...["api", "access", "private", "account", "encryption", "signing", "auth", "master", "shared"].flatMap(
    (kind) => [`${kind}key`, `${kind}_key`, `${kind}-key`, `${kind} key`],
  ),
];

/** What follows a secret's name when the value is about the secret and is none: TOKEN_COUNT, PASSWORD_FILE. */
const ABOUT =
  /[_-](?:count|counts|limit|limits|file|path|name|ids?|url|uri|type|ttl|expir\w*|length|len|size|budget|max|min|policy|field|label|env|var|header|prefix|usage|version|hint|required|enabled|set|valid|error|status|reset|store|manager|provider|arn|endpoint|dir|source|format|regex|pattern|rate|cost|price|kind|at|present|exists|changed|updated|age|mode|method|modality|threshold)\b/i;

const PASSWORD = /pass|pwd|secret/i;

/**
 * Returns whether a value of this length and kind can be the secret of this name.
 *
 * @param lead - The name, and what separates it from the value.
 */
export function isNamed(value: string, lead: string): boolean {
  if (ABOUT.test(lead.replace(/(?<!["'\\\]\s:=>])["'\\\]\s:=>]+$/, ""))) return false;
  if (/pwd/i.test(lead) && /^[/~.]/.test(value)) return false;
  if (/^-?[\d.,]+$/.test(value)) return PASSWORD.test(lead) && value.length >= 4;
  return value.length >= (PASSWORD.test(lead) ? 4 : 8);
}

/**
 * A character of a value that nobody quoted. A comma, a semicolon or an ampersand is one of them unless the next setting
 * or the end follows.
 */
export const BARE = String.raw`(?:[^\s"'\`\\,;&]|[,;&](?![\w.-]{0,60}[=:]|[\s"'\`,;&)\]}]|$))`;

/** `is`, in the languages that developers write. */
export const IS = "is|was|are|to|ist|lautet|es|est|è|é|är|er|jest|это|是|は";

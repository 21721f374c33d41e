/** Passwords in sentences, lists and tables, in the languages that developers write. */
import { isMixed, isSecretValue } from "../secret-values.ts";
import { IS, NAME } from "./names.ts";
import { replacementFor, type Rewriter, type Rule } from "../rule.ts";

/**
 * Words for a password, in Latin letters.
 *
 * @see The sign-in forms of the languages.
 */
const LATIN = [
  "passwort",
  "kennwort",
  "contraseña",
  "contrasena",
  "mot de passe",
  "senha",
  "palavra-passe",
  "wachtwoord",
  "haslo",
  "lösenord",
  "adgangskode",
  "passord",
  "salasana",
  "heslo",
  "jelszó",
];

/** What of these words the sieve can see. */
const LATIN_KEYWORDS = [
  "asswort",
  "kennwort",
  "contrase",
  "mot de passe",
  "senha",
  "palavra-passe",
  "wachtwoord",
  "haslo",
  "senord",
  "adgangskode",
  "passord",
  "salasana",
  "heslo",
  "jelsz",
];

/** The same in letters that Latin-1 does not have. */
const OTHERS = ["hasło", "şifre", "parolă", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호"];

/** Words that make a sentence of what follows a colon; a phrase for a password has none of them. */
const SENTENCE =
  /\b(?:the|an?|and|or|to|of|in|on|at|by|for|from|with|is|are|be|it|its|this|that|not|no|must|should|may|can|will|see|your|you|we|they|how|when|where|if|as|than|least|more|characters?|letters|minimum|longer|shorter|authentication|manager|field|reset|policy|login)\b/i;

/** Looked for everywhere, after the names of secrets. */
export const SENTENCE_SECRETS: readonly Rule[] = [
  {
    // the passphrase is 'seven otters paint fences'
    name: "written-password",
    keywords: ["passphrase", "password"],
    pattern:
      /(?<lead>\bpass(?:word|phrase)\s(?:is|was)\s{1,3}["'“`])(?!\[redacted:)[^"'“”`\r\n]{6,100}(?=["'”`])/gi,
    accepts: isSecretValue,
  },
  {
    // password: correct horse battery
    name: "written-password",
    keywords: ["password", "passphrase"],
    pattern:
      /(?<lead>\bpass(?:word|phrase):[ \t]{1,3})[a-z]{3,20}(?: [a-z]{3,20}){2,6}(?=[ \t]{0,9}(?:$|[\r\n]))/gi,
    accepts: (value) => isSecretValue(value) && !SENTENCE.test(value),
  },
  {
    name: "written-password",
    keywords: ["pin"],
    pattern: /(?<lead>\bpin(?:\s(?:for|of)\s[\w' -]{1,40}?)?(?:\s(?:is|was)|:)\s{1,3})\d{4,12}\b/gi,
  },
  {
    // credentials: user / …
    name: "written-password",
    keywords: ["credential", "login"],
    pattern:
      /(?<lead>\b(?:credentials?|logins?)(?:\s(?:is|are))?:?\s{1,3}["'`]?[\w.@-]{1,60}["'`]?\s{0,2}\/\s{0,2}["'`]?)[^\s"'`]{6,200}/gi,
    accepts: isMixed,
  },
  { name: "written-password", keywords: LATIN_KEYWORDS, pattern: behind(LATIN), accepts: isMixed },
  {
    name: "written-password",
    keywords: OTHERS.flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`]),
    pattern: behind(OTHERS),
    accepts: isMixed,
  },
];

/** Passwort: …, le mot de passe est … */
function behind(words: readonly string[]): RegExp {
  return new RegExp(
    String.raw`(?<lead>(?:${words.join("|")})[*_"']{0,3}(?:\s[^\s:：=,.;"'\`]{1,20}){0,4}?(?:\s{0,2}[:：=]|\s(?:${IS})\s|[是は])\s{0,3}["'\`«“]?\s?)[^\s"'\`«»“”，。]{6,200}`,
    "gi",
  );
}

/** The line between the head of a table and its rows. */
const RULE_LINE = /^[ \t]{0,20}\|[ \t:|-]{3,300}$/;

const NAMED_HEAD = new RegExp(String.raw`${NAME}[\s*_\`]{0,6}$`, "i");

/** Looked for everywhere, last. */
export const TABLE_SECRETS: Rewriter = {
  keywords: ["|--", "| --", "|:-", "| :-"],
  rewrite(text, count) {
    let columns: readonly number[] = [];
    const lines = text.split("\n");
    const changed = lines.map((line, index) => {
      if (RULE_LINE.test(line.trimEnd())) columns = columnsOfSecrets(lines[index - 1] ?? "");
      else if (!line.includes("|")) columns = [];
      return columns.length === 0 ? line : withoutSecrets(line, columns, count);
    });
    return changed.join("\n");
  },
};

/** Returns the places of the cells whose words name a secret; none where the line is too long for a head. */
function columnsOfSecrets(head: string): number[] {
  if (head.length > 2_000) return [];
  return head.split("|").flatMap((cell, index) => (NAMED_HEAD.test(cell.trim()) ? [index] : []));
}

function withoutSecrets(row: string, columns: readonly number[], count: (name: string) => void): string {
  const cells = row.split("|");
  for (const column of columns) {
    const value = /[^\s`*]{4,200}/.exec(cells[column] ?? "")?.[0];
    if (value === undefined || !isMixed(value)) continue;
    cells[column] = (cells[column] ?? "").replace(value, () => replacementFor({ name: "table-password" }));
    count("table-password");
  }
  return cells.join("|");
}

/**
 * Secrets that are known by the name they are given: variables, settings, parameters, elements, and what people write.
 *
 * Names are looked for once, since nearly every text about code has some; what may follow a name is a list.
 */
import { replacementFor, type Rewriter } from "../rule.ts";
import { isBareSecret, isMixed, isPath, isSecretValue } from "../secret-values.ts";
import { BARE, IS, isNamed, NAME, NAME_KEYWORDS } from "./names.ts";

/** What is between a name and its secret, and which values are one. */
interface Following {
  name: string;
  pattern: RegExp;
  accepts: (value: string, lead: string) => boolean;
}

const FOLLOWING: readonly Following[] = [
  {
    // DATABASE_PASSWORD=…, --token=…, ?access_token=…, Pwd=…;
    name: "assigned-secret",
    pattern: shape(String.raw`=(?:\\{0,3}["'])?`, `${BARE}{3,500}`),
    accepts: (value, lead) => isNamed(value, lead) && isBareSecret(value) && isBareSecret(firstPart(value)),
  },
  {
    // "password": "…", password = '…', :password => "…"
    name: "quoted-password",
    pattern: shape(
      String.raw`["'\`\\\]]{0,4}[ \t]{0,9}(?:=>|:=|[=:])\s{0,9}(?:[$@bfNru]{1,2}(?=["'\`]))?(?<quote>\\{0,3}["'\`])`,
      String.raw`(?:(?!\k<quote>)(?:\\[^\r\n]|[^\r\n\\])){3,500}(?=\k<quote>|$)`,
    ),
    accepts: (value, lead) => isNamed(value, lead) && isSecretValue(value) && !isPath(value),
  },
  {
    // password: …, **Password**: …, token = …; a word is a secret only when nothing follows it
    name: "plain-password",
    pattern: shape(
      String.raw`["'\\*_]{0,4}[ \t]{0,9}\r?\n?(?:=>|:=|[=:])[*_]{0,3}[ \t]{0,9}(?:[|>][+-]?[ \t]{0,9}\r?\n[ \t]{1,40})?\`?`,
      String.raw`(?:(?=[^\s"'\`\\,;&]{0,200}[\d$!@#%^*+=~/?_-])${BARE}{3,500}|[^\s"'\`\\,;&]{3,500}(?=[ \t]*(?:$|[\r\n"'\`\\}])))`,
    ),
    accepts: (value, lead) =>
      isNamed(value, lead) && isBareSecret(value) && isBareSecret(firstPart(value)) && !isName(value),
  },
  {
    // password === "…", password -> …, password – …
    name: "compared-password",
    pattern: shape(
      String.raw`["'\]]{0,2}[ \t]{0,3}(?:[!=]==?|->|[–—→])[ \t]{0,3}["'\`]?`,
      String.raw`(?:(?<=["'\`])[^\r\n"'\`]{3,200}|[^\s"'\`]{3,200})`,
    ),
    accepts: (value, lead) => isNamed(value, lead) && isMixed(value),
  },
  {
    // "password", "…" and key="Password" value="…" and variable "password" { default = "…" }
    name: "paired-password",
    pattern: shape(
      String.raw`(?:\\{0,3}["'](?:\s{0,9},\s{0,9}|\s{1,9}value=|\s{0,9}\{\s{0,20}default\s{0,9}=\s{0,9})|["']?[ \t]{0,3}\r?\n[ \t]{0,40}value:[ \t]{1,3})\\{0,3}["']`,
      String.raw`[^\s"'\`]{4,200}(?=\\{0,3}["'])`,
    ),
    accepts: (value, lead) => isNamed(value, lead) && isMixed(value),
  },
  {
    // <password>…</password>
    name: "element-secret",
    pattern: shape(">", String.raw`[^<>\r\n]{3,300}(?=<\/)`),
    accepts: (value, lead) => isNamed(value, lead) && isSecretValue(value),
  },
  {
    // the password for staging is …, log in with password …, my password's …
    name: "written-password",
    pattern: shape(
      String.raw`(?:\s(?:for|of|on|di|de|del|do|von|für)\s[\w.' -]{1,40}?)?(?:'s\s|\s(?:${IS})\b:?\s|\s)\s{0,3}["'“\`]?`,
      String.raw`(?:[^\W_]|[^\0-\x7f])[^\s"'“”\`]{5,200}`,
    ),
    accepts: (value) => /\d/.test(value) && !value.includes("=") && isMixed(value),
  },
  {
    // | password | … | and <td>Password</td><td>…</td>
    name: "table-password",
    pattern: shape(
      String.raw`[*_\`]{0,3}\s{0,9}(?:\|\s{0,9}|<\/(?:td|th|dt|b|strong|label|span|code)>\s{0,20}<(?:td|dd|span|code)[^<>]{0,60}>\s{0,9})[\`"']?`,
      String.raw`[^\s|<>\`"']{4,200}(?=[\`"']?\s{0,9}[|<])`,
    ),
    accepts: isMixed,
  },
];

const NAMES = new RegExp(NAME, "gi");

/** Looked for everywhere, after the shapes that are recognised without a name. */
export const NAMED_SECRETS: Rewriter & { names: readonly string[] } = {
  names: FOLLOWING.map(({ name }) => name),
  keywords: NAME_KEYWORDS,
  rewrite(text, count) {
    const pieces: string[] = [];
    let from = 0;
    NAMES.lastIndex = 0;
    for (let match = NAMES.exec(text); match !== null; match = NAMES.exec(text)) {
      const found = secretBehind(text, match[0], NAMES.lastIndex);
      // a name may begin within another one: secret_token
      NAMES.lastIndex = found?.end ?? match.index + SHORTEST_NAME;
      if (found === null) continue;
      count(found.name);
      pieces.push(text.slice(from, found.start), replacementFor(found));
      from = found.end;
    }
    return from === 0 ? text : pieces.join("") + text.slice(from);
  },
};

const SHORTEST_NAME = 2;

/** Finds the secret that begins behind a name, which ends at `at`. */
function secretBehind(text: string, name: string, at: number) {
  for (const following of FOLLOWING) {
    following.pattern.lastIndex = at;
    const match = following.pattern.exec(text);
    const between = match?.groups?.["between"];
    if (match === null || between === undefined) continue;
    const value = match[0].slice(between.length);
    const start = at + between.length;
    if (following.accepts(value, name + between))
      return { name: following.name, start, end: start + value.length };
  }
  return null;
}

/** What is between a name and its value, and the value. */
function shape(between: string, value: string): RegExp {
  return new RegExp(`(?<between>${between})${value}`, "iy");
}

/** What is before the first separator, where that is long enough to say what the whole is. */
function firstPart(value: string): string {
  const [first = ""] = value.split(/[,;&]/, 1);
  return first.length < 3 ? value : first;
}

/** A variable or a type of a program: words in one, closed by what closes an expression. */
function isName(value: string): boolean {
  return (
    /^[A-Za-z_$][A-Za-z_$]*[;)\]}]+$|^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:_[a-z]+)+$/.test(value) ||
    /^[A-Z][a-z]+[A-Z][A-Za-z]*[;,)\]}]*$|^[A-Z][A-Za-z]{1,60}<[\w<>,]{1,100}>?$/.test(value)
  );
}

/** Credentials that are known by where they stand: behind a scheme, in an address, behind a telling name. */
import type { Rule } from "./rule.ts";

/** Looked for everywhere, after the shapes that tell the vendor. Source: RFC 6750, RFC 7519, RFC 7617, RFC 3986. */
export const CREDENTIAL_SHAPES: readonly Rule[] = [
  {
    name: "jwt",
    trigger: "eyJ",
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}/g,
  },
  {
    name: "bearer-token",
    trigger: "[bB][eE][aA][rR][eE][rR](?:\\s|%20)",
    pattern: /(?<lead>\bbearer(?:\s|%20){1,4})[\w.~+/-]{16,}=*/gi,
    accepts: (match) => /\d/.test(match.replace(/%20/g, "")),
  },
  {
    name: "basic-auth",
    trigger: "[bB][aA][sS][iI][cC]\\s",
    pattern: /(?<lead>\bauthorization["'\\]{0,3}\s*[:=]\s*["'\\]{0,3}basic\s+)[A-Za-z0-9+/]{8,}={0,2}/gi,
  },
  {
    name: "url-password",
    trigger: ":\\/\\/[^\\s\\/@]*@",
    pattern: /(?<lead>(?<=[a-z0-9]):\/\/[^\s/:@"'`<>]*:)(?!\[redacted:)[^\s/@"'`<>]+(?=@)/gi,
    accepts: isLiteral,
  },
  {
    name: "assigned-secret",
    trigger:
      "(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,40}[\"'\\\\]{0,3}\\s{0,9}[=:]",
    pattern:
      /(?<lead>\b[A-Z][A-Z0-9_]{0,80}(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,40}["'\\]{0,3}\s{0,9}[=:]\s*["'\\]{0,3})[^\s"'`\\,;]{8,}/g,
    accepts: isSecretValue,
  },
  {
    name: "quoted-password",
    trigger: "[pP]assw|[pP]wd|[sS]ecret|[aA]pi[_-]?[kK]ey|[tT]oken[\"'\\\\]",
    pattern:
      /(?<lead>\b(?:password|passwd|pwd|client[_-]?secret|secret|api[_-]?key|(?:access|auth|refresh)[_-]?token)["'\\]{0,3}\s*[=:]\s*\\{0,2}["'])[^\s"'`\\]{8,}(?=\\{0,2}["'])/gi,
    accepts: isSecretValue,
  },
];

/** Values that name a secret instead of being one: `${TOKEN}`, `<your-key>`, `process.env.TOKEN`, our own marks. */
const STAND_IN = /^(?:\$|<|\{|%|\*|\[redacted:|process\.env|os\.environ|env\.|x{4,}|\.{3})/i;

function isSecretValue(match: string): boolean {
  const value = match.replace(/^[^=:]*[=:][\s"'\\]*/, "");
  return isPlainValue(value);
}

function isLiteral(match: string): boolean {
  return isPlainValue(match.slice(match.lastIndexOf(":") + 1));
}

function isPlainValue(value: string): boolean {
  return !STAND_IN.test(value) && !/^[\d.]+$/.test(value) && !/[()]/.test(value);
}

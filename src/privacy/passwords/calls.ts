/** Passwords in statements to databases and in calls of programs, where their place says what they are. */
import { isMixed, isSecretValue } from "../secret-values.ts";
import type { Rule } from "../rule.ts";

/** A text in quotes, or an expression without any. */
const ARGUMENT = String.raw`(?:["'][^"'\r\n]{0,100}["']|[^\s,"'()]{1,60})\s{0,4},\s{0,4}`;

/** Looked for everywhere, before the names of secrets. */
export const CALL_SECRETS: readonly Rule[] = [
  {
    // CREATE USER … IDENTIFIED BY '…'
    name: "sql-password",
    keywords: ["identified"],
    pattern:
      /(?<lead>\bidentified\s{1,4}(?:with\s{1,4}[\w"']{1,40}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?\\{0,3}["']?)(?!\[redacted:)(?:(?<=["'])[^\r\n"'\\]{3,200}|[^\s"'\\;]{3,200})/gi,
    accepts: (value, lead) => (/["']$/.test(lead) ? isSecretValue(value) : isMixed(value)),
  },
  {
    // ALTER ROLE … PASSWORD '…', PASSWORD('…'), the password "…"
    name: "sql-password",
    keywords: ["password"],
    pattern:
      /(?<lead>\bpassword\s{0,4}=?\s{0,4}\(?\s{0,2}N?\\{0,3}["'])(?!\[redacted:)[^\r\n"'\\]{4,200}(?=\\{0,3}["'])/gi,
    accepts: (value) => /\d/.test(value) && isMixed(value.replaceAll(" ", "")),
  },
  {
    // new mysqli("host", "user", "…"), getConnection(url, "user", "…")
    name: "call-password",
    keywords: ["mysqli", "mysql_connect", "getconnection", "pdo("],
    pattern: new RegExp(
      String.raw`(?<lead>\b(?:mysqli(?:_connect)?|mysql_connect|getConnection|PDO)\(\s{0,4}${ARGUMENT}${ARGUMENT}["'])[^"'\r\n]{3,200}(?=["'])`,
      "g",
    ),
    accepts: isSecretValue,
  },
  {
    // auth=("user", "…"), new NetworkCredential("user", "…")
    name: "call-password",
    keywords: [
      "auth=",
      "auth:",
      "auth =",
      'auth"',
      "auth'",
      "auth(",
      "authentication(",
      ".login(",
      "authenticate(",
      "credential(",
      "credentials(",
    ],
    pattern: new RegExp(
      String.raw`(?<lead>(?:\bauth["']?\s{0,4}[=:]\s{0,4}[([]|\b(?:\w{0,30}Credentials?|\w{0,30}BasicAuth|setBasicAuth|PasswordAuthentication|(?<=\.)(?:login|authenticate))\()\s{0,4}${ARGUMENT}["'])[^"'\r\n]{3,200}(?=["'])`,
      "g",
    ),
    accepts: isSecretValue,
  },
  {
    // getByLabel("Password").fill("…"), get("#password").type("…")
    name: "call-password",
    keywords: ["fill(", "type(", "keys(", "value(", "enter("],
    pattern:
      /(?<lead>(?:passw(?:or)?d|passphrase|pwd)[^"'\r\n]{0,20}["'][\])]{0,3}\.(?:fill|type|sendKeys|send_keys|setValue|enter)\(\s{0,4}["'])[^"'\r\n]{3,200}(?=["'])/gi,
    accepts: isSecretValue,
  },
];

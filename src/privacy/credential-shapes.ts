/** Credentials that are known by where they are: behind a scheme, in an address, in a header, in a command. */
import { isSecretValue, isShellVariable } from "./secret-values.ts";
import type { Rule } from "./rule.ts";

/**
 * Looked for everywhere, after the shapes that show the vendor.
 *
 * @see RFC 6265, 6750, 7519, 7617, 3986.
 */
export const CREDENTIAL_SHAPES: readonly Rule[] = [
  {
    name: "jwt",
    keywords: ["eyj"],
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}/g,
  },
  {
    name: "bearer-token",
    keywords: ["bearer"],
    pattern: /(?<lead>\bbearer(?:\s|%20){1,4})[\w.~+/-]{16,}=*/gi,
    accepts: (value) => /\d/.test(value),
  },
  {
    name: "basic-auth",
    keywords: ["basic"],
    pattern:
      /(?<lead>\bauthorization["'\\]{0,3}\s{0,9}[:=]\s{0,9}["'\\]{0,3}basic\s{1,9})[A-Za-z0-9+/]{8,}={0,2}/gi,
  },
  {
    name: "authorization",
    keywords: ["authorization"],
    pattern:
      /(?<lead>\bauthorization["'\\]{0,3}\s{0,9}[:=]\s{0,9}["'\\]{0,3}(?:[a-z][\w-]{1,20}\s{1,9})?)[A-Za-z0-9+/._~:=-]{8,4096}/gi,
    accepts: (value) => /\d/.test(value) && isSecretValue(value),
  },
  {
    name: "cookie",
    keywords: ["cookie"],
    pattern:
      /(?<lead>\bcookie["'\\]{0,3}\s{0,4}(?::\s{0,4}["'\\]{0,3}|\s["'\\]{1,3}))(?!\[redacted:)[\w.%~-]{1,100}=[^\r\n"'\\]{8,4096}/gi,
  },
  {
    name: "url-password",
    keywords: ["://"],
    pattern: /(?<lead>(?<=[a-z0-9]):\/\/[^\s/:@"'`<>]{0,200}:)(?!\[redacted:)[^\s/@"'`<>]{1,300}(?=@)/gi,
    accepts: (value) =>
      !isShellVariable(value) && !/^(?:\*+|\.{3}|x{4,}|%[sdv]|\{\w*\}|pass(?:word)?)$/i.test(value),
  },
  {
    name: "oracle-password",
    keywords: ["jdbc:oracle"],
    pattern: /(?<lead>jdbc:oracle:\w{1,9}:[^\s/:@"']{1,100}\/)(?!\[redacted:)[^\s/@"']{3,200}(?=@)/gi,
  },
  {
    name: "url-signature",
    keywords: ["sig=", "signature=", "key="],
    pattern: /(?<lead>[?&](?:sig|(?:x-(?:amz|goog)-)?signature|key)=)[\w%+/=~.-]{16,1024}/gi,
    accepts: (value) => /\d/.test(value),
  },
  {
    name: "curl-password",
    keywords: ["curl", "wget", "http "],
    pattern:
      /(?<lead>\b(?:curl|wget|http)\b[^\n]{0,400}?\s(?:-u|--user)(?:=|\s{0,4})[\\"']{0,3}[^\s:"'\\]{1,100}:)(?!\[redacted:)[^\s"'\\]{3,200}/g,
    accepts: (value) => !isShellVariable(value) && !/^pass(?:word)?$/i.test(value),
  },
  {
    name: "curl-cookie",
    keywords: ["curl"],
    pattern:
      /(?<lead>\bcurl\b[^\n]{0,400}?\s(?:-b|--cookie)(?:=|\s{0,4})[\\"']{0,3})(?!\[redacted:)[\w.%~-]{1,100}=[^\r\n"'\\]{8,4096}/g,
  },
  {
    name: "login-password",
    keywords: ["login"],
    pattern: /(?<lead>\blogin\s{1,4}\S{1,100}\s{1,9}password\s{1,4})(?!\[redacted:)\S{3,200}/g,
  },
  {
    // Server=db;Pwd=correct horse;
    name: "connection-password",
    keywords: ["pwd=", "password="],
    pattern: /(?<lead>;\s{0,4}(?:pwd|password)=)(?!\[redacted:)[^;"'\\\r\n]{3,200}(?=[;"'\\\r\n]|$)/gi,
    accepts: isSecretValue,
  },
];

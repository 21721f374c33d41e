/** Passwords that a command is given: behind a flag, or at the place where it wants one. */
import { isBareSecret, isMixed, isSecretValue, isShellVariable } from "../secret-values.ts";
import type { Rule } from "../rule.ts";

/** A value in quotes up to their end, else up to the next blank. */
const VALUE = String.raw`(?!\[redacted:)(?:(?<=["'])[^\r\n"'\\]{3,200}|[^\s"'\\]{3,200})`;

/** What a command says before the place of its password: within one command, and not for ever. */
const WORDS = String.raw`\b[^\r\n|;&]{0,200}?[ \t]`;

/** A command, and what it says right before its password. */
interface CommandShape {
  keywords: readonly string[];
  lead: string;
}

const SHAPES: readonly CommandShape[] = [
  { keywords: ["mysql", "mariadb"], lead: String.raw`(?:mysql(?:dump|admin)?|mariadb)${WORDS}-p` },
  { keywords: ["mysqladmin"], lead: String.raw`mysqladmin${WORDS}password\s{1,4}` },
  { keywords: ["sshpass"], lead: String.raw`sshpass\s{1,4}-p\s{0,4}` },
  { keywords: ["redis-cli"], lead: String.raw`redis-cli${WORDS}-a\s{1,4}` },
  // docker, podman, helm, az and their like
  { keywords: [" login "], lead: String.raw`login${WORDS}-p\s{1,4}` },
  { keywords: ["mongo"], lead: String.raw`mongo(?:sh|dump|restore|export|import)?${WORDS}-p\s{1,4}` },
  { keywords: ["sqlcmd", "bcp "], lead: String.raw`(?:sqlcmd|bcp)${WORDS}-P\s{0,4}` },
  {
    keywords: ["ldap"],
    lead: String.raw`ldap(?:search|add|modify|delete|passwd|whoami|compare)${WORDS}-w\s{1,4}`,
  },
  {
    keywords: ["htpasswd"],
    lead: String.raw`htpasswd\s{1,4}(?:-\w{1,9}\s{1,4})?-\w{0,9}b\w{0,9}\s{1,4}\S{1,200}\s{1,4}[\w.@-]{1,100}\s{1,4}`,
  },
  { keywords: ["smbclient"], lead: String.raw`smbclient${WORDS}-U\s{0,4}["']?[\w.\\/-]{1,100}%` },
  {
    keywords: ["chpasswd"],
    lead: String.raw`echo\s{1,4}["']?[\w.-]{1,100}:(?=[^|\n]{3,200}\|[^|\n]{0,40}chpasswd)`,
  },
  {
    keywords: ["rabbitmqctl"],
    lead: String.raw`rabbitmqctl\s{1,4}(?:add_user|change_password)\s{1,4}\S{1,100}\s{1,4}`,
  },
  {
    keywords: ["/user:"],
    lead: String.raw`net\s{1,4}use\s{1,4}\S{1,100}\s{1,4}(?:\\\S{1,100}\s{1,4})?(?=[^\s/]\S{2,100}\s{1,4}/user:)`,
  },
  { keywords: ["sudo -s"], lead: String.raw`echo\s{1,4}["']?(?=[^|\n]{3,200}\|\s{0,4}sudo\s-S)` },
  { keywords: ["nmcli"], lead: String.raw`nmcli${WORDS}password\s{1,4}` },
  { keywords: ["/user:"], lead: String.raw`net\s{1,4}use${WORDS}/user:\S{1,100}\s{1,4}` },
  { keywords: ["openssl"], lead: String.raw`openssl${WORDS}-pass(?:in|out)?\s{1,4}pass:` },
  { keywords: ["openssl"], lead: String.raw`openssl${WORDS}-k\s{1,4}` },
  { keywords: ["storepass", "keypass"], lead: String.raw`-(?:src|dest)?(?:store|key)pass(?:wd)?\s{1,4}` },
  { keywords: ["zip "], lead: String.raw`zip${WORDS}-P\s{0,4}` },
  { keywords: ["7z ", "7za ", "rar "], lead: String.raw`(?:7za?|rar)${WORDS}-h?p` },
  { keywords: ["ssh-keygen"], lead: String.raw`ssh-keygen${WORDS}-[NP]\s{1,4}` },
];

/** Looked for everywhere, before the names of secrets. */
export const COMMAND_SECRETS: readonly Rule[] = [
  ...SHAPES.map(({ keywords, lead }) => ({
    name: "client-password",
    keywords,
    pattern: new RegExp(String.raw`(?<lead>(?<![\w.])${lead}[\\"']{0,3})${VALUE}`, "g"),
    accepts: (value: string) => isSecretValue(value) && !isShellVariable(value) && !/^[-:<>]/.test(value),
  })),
  {
    // ENV ROOT_PASSWORD …
    name: "client-password",
    keywords: ["env ", "arg ", "setenv "],
    pattern:
      /(?<lead>^\s{0,20}(?:ENV|ARG|setenv)\s{1,4}\w{0,60}(?:PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY)\s{1,4}["']?)[^\s"'=]{4,200}/gm,
    accepts: isMixed,
  },
  {
    // a line of ~/.pgpass: host, port, database, user, password
    name: "client-password",
    keywords: [":5432:", ":5433:", ":*:"],
    pattern: /(?<lead>(?<![\w.*-])[\w.*-]{1,100}:(?:54\d\d|\*):[\w*-]{1,60}:[\w*-]{1,60}:)[^\s:]{3,200}/g,
    accepts: isMixed,
  },
  {
    // --password …
    name: "argument-secret",
    keywords: ["-passw", "-passph", "-pwd", "-pass ", "-token", "-secret", "-key", "-api"],
    pattern:
      /(?<lead>(?<![\w-])--(?:[a-z][\w-]{0,30}-)?(?:password|passphrase|passwd|pass|pwd|token|secret|api-?key|(?:access|secret|private)-key)[ \t]{1,4}[\\"']{0,3})(?![-[<$])(?:(?<=["'])[^\r\n"'\\]{4,500}|[^\s"'`\\]{4,500})/g,
    // without quotes a word in small letters is most likely one of a sentence
    accepts: (value, lead) =>
      /["']$/.test(lead) ? isSecretValue(value) : /[^a-z]/.test(value) && isBareSecret(value),
  },
];

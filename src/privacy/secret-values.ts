/** Whether what is behind a name that suggests a secret is one, or names one, says that there is none, or is code. */

/** @param value - A value without its quotes. */
export function isSecretValue(value: string): boolean {
  return !isShellVariable(value) && !STAND_IN.test(value) && !NO_VALUE.test(value) && !namesASecret(value);
}

/** A value that nobody quoted: the same, and it is not code that would give the secret as it runs. */
export function isBareSecret(value: string): boolean {
  return (
    isSecretValue(value) && !isCall(value) && !PROPERTY.test(value) && !ADDRESS.test(value) && !isPath(value)
  );
}

/** `$TOKEN`, `${TOKEN}`, `$(pass show x)`, `%TOKEN%`: a shell puts the secret in. */
export function isShellVariable(value: string): boolean {
  return /^(?:\$[A-Z_][A-Z0-9_]*$|\$\{|\$\(|\{\{|%\w+%$)/.test(value);
}

/** Returns whether a value is what nobody writes as a word: letters, and with them figures or signs. */
export function isMixed(value: string): boolean {
  const word = value.replace(/[.,;:!?)\]}]{1,5}$/, "");
  if (word.length < 6 || !/\p{L}/u.test(word) || !/[\d!#$%&*+=?@^{|}~]/.test(word)) return false;
  return isBareSecret(value) && isBareSecret(word) && !isVersionOrFile(word);
}

/** `v1.2.3-rc1`, `utf8.ts`, `src/a/b2`. */
function isVersionOrFile(word: string): boolean {
  return /^v?\d+(?:\.[\w-]+)+$|\.[a-z]{1,4}\d?$|^[\w.-]+\/[\w./-]+$/.test(word);
}

/** Returns whether chance must have made a value of 16 characters and more: a key, in hex, base64 or with signs. */
export function isRandomKey(value: string): boolean {
  if (!isSecretValue(value) || IS_CODE_OR_ID.test(value)) return false;
  const figures = value.match(/\d/g)?.length ?? 0;
  const letters = value.match(/[A-Za-z]/g)?.length ?? 0;
  return figures >= 3 && letters >= 3 && new Set(value).size >= 9;
}

/** A path, an expression, an identifier of words, a UUID. */
const IS_CODE_OR_ID =
  /^[/.]|[()[\]<>{}]|[a-z]\.[a-z]|[a-z]{5}[_-]|[_-][a-z]{5}|^[\da-fA-F]{8}-[\da-fA-F]{4}-/;

/** A path, which says where a secret is. */
export function isPath(value: string): boolean {
  return /^(?:(?:~|\.{1,2})?\/[\w.@$-]{1,30}(?:\/[\w.@$-]{0,60}){1,20}|[A-Za-z]:\\.*)$/.test(value);
}

/** What is in examples and in code instead: `<your-key>`, `process.env.TOKEN`, `****`, our own marks. */
const STAND_IN =
  /^(?:<|![a-z]+$|[:@?][a-z_]\w*$|\[redacted:|\$[a-z_]\w*$|process\.env|os\.(?:environ|getenv)|env\.|import\.meta|secrets\.|var\.|x{4,}|\*{3}|\.{3}|%[sdv]$|\{\w*\}$|\[?(?:redacted|hidden|masked|filtered|omitted|withheld)\]?$)/i;

/** Words that say of what kind or in which state a value is; with what may close a sentence or an expression. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|void|any|unknown|never|object|string|str|text|number|int|integer|float|bool|boolean|bytes?|buffer|uint8array|optional|required|missing|invalid|expired|empty|valid|ok|yes|no|on|off|set|unset|default|auto|unchanged|hidden|unauthorized|forbidden|denied|rejected|incorrect|wrong|mismatch|basic|bearer|changeme|example|placeholder|todo|n\/a)(?:[^A-Za-z0-9]*|\s.*)$/i;

/** A name or a sentence about a secret: `userPassword`, `Enter your password`, `the token has expired`. */
function namesASecret(value: string): boolean {
  return (
    /^[A-Za-z_$ .,'?!:()<>[\]|-]+\d?$/.test(value) &&
    /pass ?w|secret|token|api[ _-]?key|credential/i.test(value)
  );
}

/** Access to a property; a capital word with figures behind a dot is more likely a password. */
const PROPERTY =
  /^(?![a-zA-Z]{1,30}\.[A-Z][a-z]{1,30}\d{1,6}$)[A-Za-z_$]{1,100}(?:(?:\?\.|!?\.)[A-Za-z_$][\w$]{0,100}){1,20}[;,)\]}!]{0,20}$/;
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;

/** `readSecret()`, `z.string().min(8)`, `prompt(`; a password may hold parentheses too, but no call. */
function isCall(value: string): boolean {
  if (!/^[A-Za-z_$][\w$.?!]{2,200}\(/.test(value)) return false;
  const closed = value.lastIndexOf(")") + 1;
  return closed === 0 || /^[\s;,.\]}!?]*$/.test(value.slice(closed));
}

/** Which JSON values are valid for which OTLP type: the walk refuses by these, the writer's canonical form believes them. */

/** An object of a body about which nothing is known yet. */
export type LooseObject = { readonly [field: string]: unknown };

/** How deep an attribute's value may be nested; the value itself is level 1. */
const DEEPEST = 32;

const UINT64_DIGITS = "18446744073709551615";
/** So many digits are never beyond it. */
const SURELY_UINT64 = UINT64_DIGITS.length - 1;
const INT64_DIGITS = "9223372036854775807";
const INT64_LEAST_DIGITS = "9223372036854775808";

/** A whole number as JSON text may write it: an exponent or a fraction of zeros is allowed. */
const NUMERIC = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const HEX = /^[0-9a-fA-F]+$/;
/** Standard or URL-safe base64, padding optional. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const NAMED_DOUBLES = new Set(["NaN", "Infinity", "-Infinity"]);

/** Whether a value is a JSON object (no list, not null). */
export function isObject(value: unknown): value is LooseObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is absent in proto3 JSON, where null is as missing. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a value is unset or hex text of exactly this many digits, in any case. */
export function isHexId(value: unknown, digits: 16 | 32): boolean {
  if (isMissing(value) || value === "") return true;
  return typeof value === "string" && value.length === digits && HEX.test(value);
}

/** Whether a value is unset or a whole number from 0 to 2^64 − 1: a time in nanoseconds or a count. */
export function isUnsigned(value: unknown): boolean {
  if (isMissing(value) || value === "") return true;
  if (typeof value === "string" && value.length <= SURELY_UINT64 && isBareDigits(value)) return true;
  const digits = wholeDigits(value);
  return digits !== null && !digits.startsWith("-");
}

/** The usual form of a whole number in text, read without a regular expression. */
function isBareDigits(text: string): boolean {
  if (text === "" || (text.length > 1 && text.charCodeAt(0) === 48)) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** Whether a value is a whole number of the signed 64-bit range, as a number or as text. */
export function isSigned(value: unknown): boolean {
  if (Number.isSafeInteger(value)) return true;
  if (typeof value === "string" && value.length <= 18 && isBareDigits(value)) return true;
  const digits = wholeDigits(value);
  if (digits === null) return false;
  return digits.startsWith("-")
    ? isAtMost(digits.slice(1), INT64_LEAST_DIGITS)
    : isAtMost(digits, INT64_DIGITS);
}

/**
 * The decimal digits of a whole number, however JSON wrote it (`5`, `"5"`, `1e3`, `"1.0"`).
 *
 * @returns No exponent, no leading zeros, "-" in front of a negative one; null when the value is not whole,
 *   no number, or beyond 2^64 − 1 in either direction.
 */
export function wholeDigits(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : digitsOf(String(value));
  if (typeof value !== "string") return null;
  return value.length <= SURELY_UINT64 && isBareDigits(value) ? value : digitsOf(value);
}

function digitsOf(text: string): string | null {
  const match = NUMERIC.exec(text);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const places = Number(exponent) - fraction.length;
  const digits = shift(whole + fraction, places);
  if (digits === null || !isAtMost(digits, UINT64_DIGITS)) return null;
  return digits === "0" ? "0" : sign + digits;
}

/** The digits moved by a power of ten; null when that leaves a fraction. */
function shift(digits: string, places: number): string | null {
  const bare = digits.replace(/^0+/, "");
  if (bare === "") return "0";
  if (places >= 0) return places > 20 ? null : bare + "0".repeat(places);
  const kept = bare.slice(0, places);
  return kept !== "" && /^0+$/.test(bare.slice(places)) ? kept : null;
}

function isAtMost(digits: string, limit: string): boolean {
  return digits.length < limit.length || (digits.length === limit.length && digits <= limit);
}

/** Whether a value is a double as proto3 JSON writes it: a number, numeric text, or a named one. */
export function isDouble(value: unknown): boolean {
  if (typeof value === "number") return true;
  return typeof value === "string" && (NUMERIC.test(value) || NAMED_DOUBLES.has(value));
}

/** Whether a value is base64 text, in either alphabet. */
function isBase64(value: unknown): boolean {
  return typeof value === "string" && BASE64.test(value);
}

/** The members of an AnyValue by both of their spellings. */
export const ANY_VALUE_MEMBERS: ReadonlyMap<string, string> = new Map(
  [
    ["stringValue", "string_value"],
    ["boolValue", "bool_value"],
    ["intValue", "int_value"],
    ["doubleValue", "double_value"],
    ["arrayValue", "array_value"],
    ["kvlistValue", "kvlist_value"],
    ["bytesValue", "bytes_value"],
  ].flatMap(([camel = "", snake = ""]) => [
    [camel, camel],
    [snake, camel],
  ]),
);

/**
 * Whether a value is an AnyValue whose every part is valid.
 *
 * @param value - The value, and the level it is on (an attribute's own value is level 1).
 * @returns true for the empty value `{}` too, and for one of unknown members only.
 */
export function isAnyValue(value: unknown, level = 1): boolean {
  if (isMissing(value)) return true;
  if (!isObject(value) || level > DEEPEST) return false;
  const spelling = lastMember(value);
  return spelling === null || isMember(spelling, value, level);
}

/** The spelling of the last member that is set: of two members in a oneof the later one in the text counts. */
function lastMember(value: LooseObject): string | null {
  let last: string | null = null;
  for (const name in value) {
    if (!isMissing(value[name]) && ANY_VALUE_MEMBERS.has(name)) last = name;
  }
  return last;
}

/** A member's content; where both spellings are set, the camelCase one counts. */
export function memberContent(value: LooseObject, spelling: string): unknown {
  return value[ANY_VALUE_MEMBERS.get(spelling) ?? spelling] ?? value[spelling];
}

/** The text that readers make of an AnyValue once it is stored; null when it is no text, number or truth value. */
export function textOfScalar(value: LooseObject): string | null {
  const spelling = lastMember(value);
  if (spelling === null) return null;
  const content = memberContent(value, spelling);
  switch (ANY_VALUE_MEMBERS.get(spelling)) {
    case "stringValue":
      return typeof content === "string" ? content : null;
    case "boolValue":
      return typeof content === "boolean" ? String(content) : null;
    case "intValue":
      return wholeDigits(content);
    case "doubleValue":
      return isDouble(content) ? String(Number(content)) : null;
    default:
      return null;
  }
}

function isMember(spelling: string, value: LooseObject, level: number): boolean {
  const content = memberContent(value, spelling);
  switch (ANY_VALUE_MEMBERS.get(spelling)) {
    case "stringValue":
      return typeof content === "string";
    case "boolValue":
      return typeof content === "boolean";
    case "intValue":
      return isSigned(content);
    case "doubleValue":
      return isDouble(content);
    case "bytesValue":
      return isBase64(content);
    case "arrayValue":
      return isListOf(content, (element) => isAnyValue(element, level + 1));
    default:
      return isListOf(content, (entry) => isObject(entry) && isAnyValue(entry["value"], level + 1));
  }
}

function isListOf(content: unknown, isValid: (element: unknown) => boolean): boolean {
  if (!isObject(content)) return false;
  const values = content["values"];
  return isMissing(values) || (Array.isArray(values) && values.every(isValid));
}

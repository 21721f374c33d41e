/** The part of the walk that costs most: attributes, some thousands in a body, nearly all of them plain text. */
import type { Findings } from "./findings.ts";
import { isAnyValue, isMissing, isObject, isSigned, textOfScalar } from "./values.ts";

/** Looks at a list of attributes; `field` is where it is below the record. Allocates nothing when all is well. */
export function walkAttributes(attributes: unknown, field: string, findings: Findings): void {
  if (attributes === undefined || attributes === null) return;
  if (!Array.isArray(attributes)) return findings.malformed(field, "must be a list");
  for (let index = 0; index < attributes.length; index++) {
    const attribute = attributes[index] as Attribute | null;
    if (isObject(attribute)) {
      if (!hasUsableValue(attribute, findings)) findings.drop(`${field}[${index}].value`, BAD_VALUE);
    } else if (!isMissing(attribute)) {
      findings.malformed(`${field}[${index}]`, "must be an object");
    }
  }
}

function hasUsableValue({ key, value }: Attribute, findings: Findings): boolean {
  const isUsable = typeof value?.stringValue === "string" || isUsual(value) || isAnyValue(value);
  if (isUsable && isSessionKey(key)) noteSession(value, findings);
  return isUsable;
}

/** Some senders name sessions by numbers; whoever reads them makes texts of them. */
function noteSession(value: Attribute["value"], findings: Findings): void {
  if (isMissing(value)) return;
  const text = value.stringValue;
  const session = typeof text === "string" ? text : textOfScalar(value);
  if (session !== null) findings.session(session);
}

const BAD_VALUE = "is no valid value";

/** Looks at one value that is no attribute's. */
export function walkValue(value: unknown, field: string, findings: Findings): void {
  if (isMissing(value) || typeof (value as LooseValue).stringValue === "string") return;
  if (!isAnyValue(value)) findings.drop(field, BAD_VALUE);
}

type Looked = "stringValue" | "string_value" | "intValue" | "doubleValue" | "boolValue";
type LooseValue = Partial<Record<Looked, unknown>>;

interface Attribute {
  readonly [field: string]: unknown;
  readonly key?: unknown;
  readonly value?: LooseValue | null;
}

/** The attributes that name a session. */
function isSessionKey(key: unknown): boolean {
  return (
    key === "session.id" ||
    key === "conversation.id" ||
    key === "gen_ai.conversation.id" ||
    key === "copilot_chat.chat_session_id"
  );
}

/** The usual values that are no text, recognised at the first look. */
function isUsual(value: Attribute["value"]): boolean {
  if (isMissing(value)) return true;
  const { intValue, boolValue, doubleValue } = value;
  return isSigned(intValue) || typeof boolValue === "boolean" || typeof doubleValue === "number";
}

/** The text of an attribute in a list that the walk has seen; null when there is none. */
export function textOf(attributes: unknown, key: string): string | null {
  if (!Array.isArray(attributes)) return null;
  for (const attribute of attributes as readonly (Attribute | null)[]) {
    const value = attribute?.key === key ? attribute.value : undefined;
    const text = value?.stringValue ?? value?.string_value;
    if (typeof text === "string") return text;
  }
  return null;
}

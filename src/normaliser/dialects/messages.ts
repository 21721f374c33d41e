/** Texts out of the message lists that GenAI spans carry when content may be captured. */
import type { PlainValue } from "../records/record.ts";
import { textOf } from "../records/unwrap.ts";
import { member, parseJson } from "./tool-arguments.ts";

/** The texts of the last user message, part by part; empty when there is none. */
export function lastUserTexts(messages: PlainValue | undefined): string[] {
  const list = parseJson(messages);
  if (!Array.isArray(list)) return [];
  const last = list.findLast((message) => member(message, "role") === "user");
  return last === undefined ? [] : textsOf(last);
}

/** The text of the first message when it is the system's; null when there is none. */
export function systemText(messages: PlainValue | undefined): string | null {
  const list = parseJson(messages);
  const first = Array.isArray(list) ? list[0] : undefined;
  return first !== undefined && member(first, "role") === "system" ? (textsOf(first)[0] ?? null) : null;
}

/** Content is text, or parts whose text is called `text` (AI SDK) or `content` (semantic conventions). */
function textsOf(message: PlainValue): string[] {
  const content = contentOf(message);
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content
    .map((part) => textOf(member(part, "text")) ?? textOf(member(part, "content")))
    .filter((text) => text !== null);
}

function contentOf(message: PlainValue): PlainValue {
  if (message === null || typeof message !== "object" || Array.isArray(message)) return null;
  return message["parts"] ?? message["content"] ?? null;
}

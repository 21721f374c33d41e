/** Texts out of the message lists that GenAI spans carry when content may be captured. */
import type { PlainValue } from "../records/record.ts";
import { textOf } from "../records/unwrap.ts";
import { member, parseJson } from "./tool-arguments.ts";

/** The texts of the last user message, part by part; empty when there is none. */
export function lastUserTexts(messages: PlainValue | undefined): string[] {
  const list = parseJson(messages);
  if (!Array.isArray(list)) return [];
  const last = list.findLast(isUsers);
  return last === undefined ? [] : textsOf(last);
}

/** What the user said in a conversation. */
export interface Said {
  /** How many messages are the user's. */
  messages: number;
  /** The texts of the last one, part by part; empty when there is none. */
  last: string[];
  /** The texts of those right before the last one, where nobody has answered them yet. */
  unanswered: string[][];
}

/** Returns what the user said. */
export function saidByUser(messages: PlainValue | undefined): Said {
  const list = parseJson(messages);
  const all = Array.isArray(list) ? list : [];
  const last = all.findLastIndex(isUsers);
  const answered = all.slice(0, Math.max(0, last)).findLastIndex((message) => !isUsers(message));
  return {
    messages: all.filter(isUsers).length,
    last: last < 0 ? [] : textsOf(all[last] ?? null),
    unanswered: last < 0 ? [] : all.slice(answered + 1, last).map(textsOf),
  };
}

function isUsers(message: PlainValue): boolean {
  return member(message, "role") === "user";
}

/** The text of the first message when it is the system's; null when there is none. */
export function systemText(messages: PlainValue | undefined): string | null {
  const list = parseJson(messages);
  const first = Array.isArray(list) ? list[0] : undefined;
  return first !== undefined && member(first, "role") === "system" ? (textsOf(first)[0] ?? null) : null;
}

/**
 * The text of what a model answered, which may come in pieces as they streamed in.
 *
 * @returns null where the messages have no text: none were sent, or they only think and call tools.
 */
export function answeredTexts(messages: PlainValue | undefined): string | null {
  const list = parseJson(messages);
  if (!Array.isArray(list)) return null;
  const text = list.flatMap((message) => textsOf(withoutThoughts(message))).join("");
  return text === "" ? null : text;
}

const THOUGHTS = new Set<PlainValue>(["reasoning", "thinking"]);

function withoutThoughts(message: PlainValue): PlainValue {
  const content = contentOf(message);
  if (!Array.isArray(content)) return message;
  return {
    parts: content.filter((part) => !THOUGHTS.has(member(part, "type")) && member(part, "thought") !== true),
  };
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

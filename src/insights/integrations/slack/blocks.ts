/** Writes a message in Slack's Block Kit: what people and agents wrote stays text, and Slack's limits are kept. */
import type { ChatMessage } from "../message.ts";
import { escapeText } from "./escape-text.ts";

/** A block of a message, as far as this program writes any. */
export type Block =
  | { type: "header"; text: { type: "plain_text"; text: string; emoji: false } }
  | { type: "section"; text: { type: "mrkdwn"; text: string; verbatim: true } };

/** What is sent, whatever way it goes. */
export interface SlackMessage {
  /** What a notification shows, and a client that knows no blocks. */
  text: string;
  blocks: Block[];
  unfurl_links: false;
  unfurl_media: false;
}

/** @see Slack, "Block Kit: header block", "section block" and "blocks", read 2026-11. */
const LONGEST_HEADER = 150;
const LONGEST_SECTION = 3_000;
const MOST_BLOCKS = 50;
/** Slack, "chat.postMessage": for best results. */
const LONGEST_TEXT = 4_000;

/** Of all blocks, the title and the link take one each. */
const MOST_SECTIONS = MOST_BLOCKS - 2;

/** Writes the message. What does not fit is left out, and the last line says how much that was. */
export function writeSlackMessage({ title, lines, link }: ChatMessage): SlackMessage {
  const { sections, left } = fill(lines.map((line) => `• ${line}`));
  const more = left === 0 ? [] : [`… and ${left} more ${left === 1 ? "line" : "lines"}.`];
  const closing = [...more, ...(link === null ? [] : [linkTo(link)])].join("\n");
  return {
    text: escapeText(title, LONGEST_TEXT),
    blocks: [
      { type: "header", text: { type: "plain_text", text: escapeText(title, LONGEST_HEADER), emoji: false } },
      ...[...sections, ...(closing === "" ? [] : [closing])].map(section),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Puts as many lines into each section as it takes. */
function fill(lines: readonly string[]): { sections: string[]; left: number } {
  const sections: string[] = [];
  for (const [index, line] of lines.entries()) {
    const escaped = escapeText(line, LONGEST_SECTION);
    const last = sections.at(-1);
    const joined = last === undefined ? null : `${last}\n${escaped}`;
    if (joined !== null && joined.length <= LONGEST_SECTION) sections[sections.length - 1] = joined;
    else if (sections.length < MOST_SECTIONS) sections.push(escaped);
    else return { sections, left: lines.length - index };
  }
  return { sections, left: 0 };
}

/** Verbatim, so that Slack makes no links, channels or mentions of what looks like one. */
function section(text: string): Block {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

/** An address of this server holds none of the signs that would end it. */
function linkTo({ address, words }: NonNullable<ChatMessage["link"]>): string {
  const safe = address.replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C");
  return `<${safe.replaceAll("&", "&amp;")}|${escapeText(words, LONGEST_HEADER).replaceAll("|", " ")}>`;
}

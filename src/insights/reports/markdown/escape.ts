/** Text as Markdown that is read as that text, whatever it holds. */
import { visibleLine } from "../../../vocabulary/wording/visible.ts";

/** What begins emphasis, code, links, HTML, entities, tables and formulas; money is no formula. */
const MARKS = /[\\`*_{}[\]<>|~&!]|\$(?!\d)/g;

/** What begins a heading, a list or a line when a line begins with it; a number does so by what is behind it. */
const LINE_MARKS = /^(?:[#+\-=](?![\w.])|\d{1,9}(?=[.)](?:\s|$)))/;

/** Shown nowhere, and not a letter: what follows begins anew. */
const WORD_JOINER = "\u2060";

/**
 * Returns one line. Addresses, e-mails, mentions and numbers of issues, which readers of Markdown turn into
 * links by themselves, are broken by a character that is not seen: no backslash keeps them from it.
 *
 * @param text - Text from anywhere.
 * @see GitHub Flavored Markdown Spec 0.29, section 6.9, "Autolinks (extension)".
 */
export function escapeMarkdown(text: string): string {
  const line = visibleLine(text.replace(/\s+/g, " ").trim());
  const escaped = line.replace(MARKS, "\\$&").replace(LINE_MARKS, escapeFirst);
  return escaped
    .replace(/@/g, `@${WORD_JOINER}`)
    .replace(/:\/\//g, `:${WORD_JOINER}//`)
    .replace(/www\./gi, (www) => `${www.slice(0, 3)}${WORD_JOINER}.`)
    .replace(/(#|GH-)(?=\d)/gi, `$1${WORD_JOINER}`);
}

/** A number at the beginning of a line begins a list by the point behind it. */
function escapeFirst(mark: string): string {
  return /^\d/.test(mark) ? `${mark}\\` : `\\${mark}`;
}

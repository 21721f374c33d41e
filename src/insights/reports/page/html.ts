/** HTML as a template that escapes what is put into it. */
import { visible } from "../../../vocabulary/wording/visible.ts";

/** HTML that was written here; nothing else goes into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template takes: text, more HTML, several of them, or nothing. */
export type Content = Markup | string | number | null | readonly Content[];

/** A piece of HTML. Text becomes text, whatever it holds; attributes are in double quotes. */
export function html(pieces: TemplateStringsArray, ...contents: Content[]): Markup {
  const written = contents.map((content, index) => textOf(content) + (pieces[index + 1] ?? ""));
  return new Markup((pieces[0] ?? "") + written.join(""));
}

function textOf(content: Content): string {
  if (content === null) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(textOf).join("");
  return escape(String(content));
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "");
}

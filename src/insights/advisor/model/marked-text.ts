/** Text of people on its way to the language model, and text of the model on its way to people. */
import { randomBytes } from "node:crypto";

/** A code that nobody can have written into a prompt. */
export function newCode(): string {
  return randomBytes(8).toString("hex");
}

/** The text between two marks that cannot be forged without knowing the code. */
export function between(mark: string, text: string): string {
  return `<${mark}>\n${text.toWellFormed()}\n</${mark}>`;
}

/** The beginning of a text, cut between characters. */
export function cutTo(most: number, text: string): string {
  const characters = Array.from(text.slice(0, 4 * most));
  if (characters.length <= most) return text;
  const beginning = characters.slice(0, most - 1).join("");
  return `${beginning.trimEnd()}…`;
}

/** What a model wrote, in one line and no longer than it may be. */
export function oneLine(most: number, text: string): string {
  return cutTo(most, text.replace(/[\s\p{Cc}]+/gu, " ").trim());
}

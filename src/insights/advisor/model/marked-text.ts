/** Text of people on its way to the language model, and text of the model on its way to people. */
import { randomBytes } from "node:crypto";
import { beginningOf } from "../../../vocabulary/wording/beginning.ts";

/** A code that nobody can have written into a prompt. */
export function newCode(): string {
  return randomBytes(8).toString("hex");
}

/** The text between two marks that cannot be forged without knowing the code. */
export function between(mark: string, text: string): string {
  return `<${mark}>\n${text.toWellFormed()}\n</${mark}>`;
}

/** What a model wrote, in one line and no longer than it may be. */
export function oneLine(most: number, text: string): string {
  return beginningOf(most, text.replace(/[\s\p{Cc}]+/gu, " ").trim());
}

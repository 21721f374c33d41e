/** Text of people on its way to the judge model: between marks, so that it is not taken for an instruction. */
import { randomBytes } from "node:crypto";

/** A code that nobody can have written into a prompt. */
export function newCode(): string {
  return randomBytes(8).toString("hex");
}

/**
 * The text between two marks that cannot be forged without knowing the code.
 *
 * @param mark - A mark that holds the code.
 */
export function between(mark: string, text: string): string {
  return `<${mark}>\n${text.toWellFormed()}\n</${mark}>`;
}

/** What labels of sessions are called, and how people write them. */
import { z } from "zod";

/** The name of the label with the repository. */
export const REPOSITORY = "vcs.repository.name";

/** The labels that sessions have where the owner lists no others. */
export const USUAL_LABELS = ["team.id", "department", "cost_center", REPOSITORY] as const;

/** A label that sessions are to have. */
export interface AskedLabel {
  name: string;
  value: string;
}

/** Returns the label that a text such as `team.id:platform` says; null where it says none. */
function labelIn(text: string): AskedLabel | null {
  const colon = text.indexOf(":");
  const [name, value] = [text.slice(0, Math.max(colon, 0)).trim(), text.slice(colon + 1).trim()];
  return name === "" || value === "" ? null : { name, value };
}

/** Returns a label as people write it. */
export function labelText({ name, value }: AskedLabel): string {
  return `${name}:${value}`;
}

export const MOST_LABELS = 20;
const LONGEST = 400;

/** A label as people write it. */
export const LABEL_TEXT = z
  .string()
  .max(LONGEST)
  .refine((text) => labelIn(text) !== null, {
    error: "expected a name, a colon and a value, such as team.id:platform",
  });

/** Labels in a body. */
export const LABELS_WISH = z
  .array(LABEL_TEXT)
  .max(MOST_LABELS)
  .describe("Only sessions with these labels, such as `team.id:platform`: one value of each name.");

/** Returns the labels that a request asks for. */
export function labelsAsked(sent: string | readonly string[] | undefined): AskedLabel[] {
  const texts = typeof sent === "string" ? [sent] : (sent ?? []);
  return texts.flatMap((text) => labelIn(text) ?? []);
}

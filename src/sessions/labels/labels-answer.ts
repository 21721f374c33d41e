/** `GET /v1/labels`: what is answered. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";

const COUNT = z.int().min(0);

const LABEL_VALUE = z.object({
  value: z.string().describe("What an admin calls it, else as agents send it."),
  sentAs: z.array(z.string()).describe("The values that agents send, several where an admin merged them."),
  people: COUNT,
  sessions: COUNT.nullable().describe("null to a bound key, where fewer than five people have it."),
  ownSessions: COUNT.nullable().describe("The sessions of a bound key's developer; null to other keys."),
});

export const LABELS_ANSWER = z.object({
  labels: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(LABEL_VALUE).describe("At most 500, those of the most people first."),
        valuesInAll: COUNT,
      }),
    )
    .describe("Those that some session has, by name."),
});

export type LabelsAnswer = z.infer<typeof LABELS_ANSWER>;

const TEXT = z.string().trim().min(1).max(200);

/** What a value is to be called. */
export const LABEL_WISH = z.strictObject({
  name: TEXT.describe("The label."),
  value: TEXT.describe("As it is shown, or as agents send it."),
  shown_as: TEXT.describe("The new name; that of another value merges the two, its own separates them."),
});

export type LabelWish = z.infer<typeof LABEL_WISH>;

/** Who asks. */
export interface LabelsQuery {
  scope: ReadScope;
}

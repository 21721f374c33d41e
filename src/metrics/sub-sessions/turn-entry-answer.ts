/** The account of a turn as the API shows it. */
import { z } from "zod";
import { REPAIR_RULES } from "../iteration/repairs.ts";
import { KINDS } from "../kinds/kind.ts";

const AMOUNT = z.number().min(0);
const SHARE = z.number().min(0).max(1);

const PLACE = { sessionId: z.string(), turnId: z.string().nullable(), turnIndex: z.int().min(0) };

const AGAINST_USUAL = {
  actual: AMOUNT.describe("What it took, outliers cut."),
  earned: AMOUNT,
  usual: AMOUNT.nullable().describe(
    "What a turn of its kind usually takes; null where it earns what it takes.",
  ),
};

/** One turn of a sub-session, and what it took and earned. */
export const TURN_ENTRY = z.object({
  turnId: z.string(),
  turnIndex: z.int().min(0),
  kind: z
    .enum(KINDS)
    .describe(
      "`new` opens something, `on` goes on, `change` changes with a text that is not known, `prep` asks first.",
    ),
  why: z
    .object({
      knownWords: SHARE.nullable().describe(
        "The share of its content words that the last three changes' prompts hold.",
      ),
      knownPaths: SHARE.nullable().describe(
        "The share of the paths it names that were written in the 24 hours before.",
      ),
      newGoalCue: z.boolean(),
      referenceCue: z.boolean(),
      repair: z.boolean(),
      z: z
        .number()
        .nullable()
        .describe("Above −0.4 it opens something; null: nothing before it in 24 hours."),
    })
    .nullable()
    .describe("What decided between `new` and `on`; null for other kinds."),
  unit: SHARE.nullable().describe("The share of a whole change; null for turns that changed nothing."),
  lines: AMOUNT.nullable().describe("Lines that it changed; null: not known, or it changed nothing."),
  volume: z.number().min(1).nullable().describe("How many usual turns' work it did."),
  tokens: z.object(AGAINST_USUAL).nullable(),
  turns: z.object({ actual: AMOUNT, earned: AMOUNT }).nullable(),
  humanTime: z
    .object({ ...AGAINST_USUAL, gapSeconds: AMOUNT.describe("Before it is cut to 100.") })
    .nullable(),
  pause: AMOUNT.nullable().describe("Seconds of a pause over 20 minutes, which counts for nothing."),
  repair: z.boolean(),
  repairOf: z
    .object({ rule: z.enum(REPAIR_RULES), ...PLACE })
    .nullable()
    .describe("Why it is a repair, and the turn that it repairs; null also where that was not kept."),
  undone: z.boolean().nullable().describe("null: not known, or it changed nothing."),
  undoneBy: z.object(PLACE).nullable().describe("The turn that undid it."),
});

export type TurnEntry = z.infer<typeof TURN_ENTRY>;

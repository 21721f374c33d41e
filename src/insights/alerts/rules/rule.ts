/** A rule of alerts: what it watches, from which value on, and to where its messages go. */
import { z } from "zod";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import { MOST_PLACES, PLACE_ANSWER, PLACE_WISH, PLACES } from "../../integrations/sending/place.ts";

/** What rules watch, in what their thresholds are, and which of them may be. */
export const WATCHED = {
  spend: { unit: "percent of a budget", least: 1, most: 1_000 },
  forecast: { unit: "percent of the budget that the month is expected to cost", least: 1, most: 1_000 },
  waiting: { unit: "hours a day above the usual", least: 0.1, most: 1_000 },
  silence: { unit: "working days without telemetry", least: 1, most: 10 },
  refused_senders: { unit: "requests in a day", least: 1, most: 1e9 },
  judge: { unit: "minutes without an answer", least: 1, most: 10_000 },
  stage_behind: { unit: "minutes", least: 1, most: 10_000 },
  backup: { unit: "days", least: 1, most: 365 },
} as const satisfies Record<string, { unit: string; least: number; most: number }>;

export type RuleKind = keyof typeof WATCHED;
export const RULE_KINDS = Object.keys(WATCHED) as [RuleKind, ...RuleKind[]];

const MOST_THRESHOLDS = 10;

const KIND = z.enum(RULE_KINDS).describe(
  "What is watched, and the unit of its thresholds: " +
    Object.entries(WATCHED)
      .map(([kind, { unit }]) => `\`${kind}\`: ${unit}`)
      .join("; ") +
    ".",
);

const THRESHOLDS = z
  .array(z.number().positive())
  .min(1)
  .max(MOST_THRESHOLDS)
  .describe("An alert opens at the lowest, and says so again at each higher one.");

const PLACE_WISHES = z.array(PLACE_WISH).max(MOST_PLACES);

/** What a new rule has to say. */
export const RULE_WISH = z.strictObject({
  name: z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }),
  kind: KIND,
  thresholds: THRESHOLDS,
  places: PLACE_WISHES.default([]).describe("Where messages go; with none alerts are only listed."),
  enabled: z.boolean().default(true),
});

/** What may be changed: what is left out stays. */
export const RULE_CHANGE = z
  .strictObject({
    name: RULE_WISH.shape.name,
    thresholds: THRESHOLDS,
    places: PLACE_WISHES,
    enabled: z.boolean(),
  })
  .partial();

export type RuleWish = z.infer<typeof RULE_WISH>;
export type RuleChange = z.infer<typeof RULE_CHANGE>;

/** A rule as it is kept. */
const RULE = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(RULE_KINDS),
  thresholds: z.array(z.number()).describe("The lowest first."),
  places: PLACES,
  enabled: z.boolean(),
});

export type Rule = z.infer<typeof RULE>;
export const RULES = z.array(RULE);

/** A rule as answers show it. */
export const RULE_ANSWER = RULE.extend({ places: z.array(PLACE_ANSWER) });
export type RuleAnswer = z.infer<typeof RULE_ANSWER>;

/** Which rule is meant. */
export interface RuleName {
  organizationId: string;
  id: string;
}

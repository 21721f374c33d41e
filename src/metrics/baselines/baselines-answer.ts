/** Baselines as the API shows and takes them. */
import { z } from "zod";
import { AGENTS, type Agent } from "../../normaliser/dialects/agents.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { BASELINE_SOURCES, type BaselineSource, type BaselineVersion } from "./baseline-versions.ts";
import { type Baselines, shippedBaselines, type UsualTokens } from "./baseline.ts";
import { BASELINE } from "./read-baseline.ts";

const QUANTITY = z.number().positive();
const REFERENCE = z.number().min(-1).max(1);

const TOKENS = { new: QUANTITY, on: QUANTITY, change: QUANTITY, other: QUANTITY };
const SECONDS = { new: QUANTITY, on: QUANTITY, change: QUANTITY };
const REFERENCES = { sse: REFERENCE, speed: REFERENCE, efficiency: REFERENCE };

const VALUES = {
  turnsPerChange: QUANTITY.describe("uₙ: the prompts that a whole unit of change usually takes."),
  leastLines: QUANTITY.describe("ℓ: with fewer changed lines, a turn earns in proportion."),
  usualLines: QUANTITY.describe(
    "L: with more changed lines, and more calls, a turn does the work of several.",
  ),
  usualCalls: QUANTITY.describe("K: the usual model calls of a turn that changes something."),
  undoneShare: z.number().min(0).max(1).describe("v₀: the usual share of such turns that are undone."),
  repairShare: z.number().min(0.05).max(1).describe("r₀: the usual share of repair turns."),
  m: REFERENCE.describe("The usual r′ of a sub-session."),
};

const TOKENS_ANSWER = z.object(TOKENS).describe("Token-equivalents of a turn, by its kind.");
const SECONDS_ANSWER = z.object(SECONDS).describe("Seconds before a prompt, by the kind of its turn.");
const AGENTS_ANSWER = z.array(z.object({ agent: z.enum(AGENTS), ...TOKENS }));
const REFERENCE_ANSWER = z.object(REFERENCES).describe("M: the usual r′ of sums over a period.");

/** What a version says that is not in force any more; its numbers mean the same. */
const PREVIOUS = z.object({
  version: z.int().min(0),
  source: z.enum(BASELINE_SOURCES),
  learnedAt: z.iso.datetime().nullable(),
  tokens: TOKENS_ANSWER,
  humanSeconds: SECONDS_ANSWER,
  tokensByAgent: AGENTS_ANSWER,
  turnsPerChange: QUANTITY,
  leastLines: QUANTITY,
  usualLines: QUANTITY,
  usualCalls: QUANTITY,
  undoneShare: z.number().min(0),
  repairShare: QUANTITY,
  m: REFERENCE,
  reference: REFERENCE_ANSWER,
});

/** The version in force of an organization's baselines, and the one before it. */
export const BASELINES_ANSWER = z.object({
  version: z.int().min(0),
  source: z.enum(BASELINE_SOURCES),
  learnedAt: z.iso
    .datetime()
    .nullable()
    .describe("When it was learned or set; null for the shipped version."),
  learnedFrom: z
    .object({ from: z.iso.datetime(), to: z.iso.datetime() })
    .nullable()
    .describe("The weeks in which the work closed that it was learned from; null where not known."),
  inForceFrom: z.iso
    .datetime()
    .nullable()
    .describe(
      "Sub-sessions that start from here on are held against it, and those before the first learned one too; " +
        "null: from the beginning.",
    ),
  baseline: BASELINE.describe(
    "What the work of the last 30 days is held against; `shipped` while any of it may be held against shipped values.",
  ),
  tokens: TOKENS_ANSWER,
  humanSeconds: SECONDS_ANSWER,
  tokensByAgent: AGENTS_ANSWER,
  ...VALUES,
  reference: REFERENCE_ANSWER,
  previous: PREVIOUS.nullable().describe("The version before it; null for the shipped one."),
  notice: z.string().nullable().describe("What happened to a version that an admin had set."),
});
export type BaselinesAnswer = z.infer<typeof BASELINES_ANSWER>;

/** What an admin sets; what is missing stays as it is. Fields that only responses have are accepted and ignored. */
export const BASELINES_WISH = z.preprocess(
  inCamelCase,
  z.strictObject({
    tokens: z.strictObject(TOKENS).partial().optional(),
    humanSeconds: z.strictObject(SECONDS).partial().optional(),
    tokensByAgent: z
      .array(z.strictObject({ agent: z.enum(AGENTS), ...z.object(TOKENS).partial().shape }))
      .refine((all) => new Set(all.map(({ agent }) => agent)).size === all.length, "names an agent twice")
      .optional(),
    ...z.object(VALUES).partial().shape,
    reference: z.strictObject(REFERENCES).partial().optional(),
    version: z.unknown().optional(),
    source: z.unknown().optional(),
    learnedAt: z.unknown().optional(),
    learnedFrom: z.unknown().optional(),
    previous: z.unknown().optional(),
    inForceFrom: z.unknown().optional(),
    baseline: z.unknown().optional(),
    notice: z.unknown().optional(),
  }),
);
export type BaselinesWish = z.infer<typeof BASELINES_WISH>;

/** Bodies are accepted in snake_case like all others, or in the form of the response. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inCamelCase(member),
    ]),
  );
}

/** Applies what an admin set to the baselines that were in force so far. */
export function applyWish(before: Baselines, wish: BaselinesWish): Baselines {
  const tokens = { ...before.tokens, ...present(wish.tokens) };
  const agents = (wish.tokensByAgent ?? []).map(({ agent, ...wished }) => {
    const known = before.tokensByAgent[agent] ?? tokens;
    return [agent, { ...known, ...present(wished) }] as const;
  });
  return {
    tokens,
    humanSeconds: { ...before.humanSeconds, ...present(wish.humanSeconds) },
    tokensByAgent: { ...before.tokensByAgent, ...Object.fromEntries(agents) },
    turnsPerChange: wish.turnsPerChange ?? before.turnsPerChange,
    leastLines: wish.leastLines ?? before.leastLines,
    usualLines: wish.usualLines ?? before.usualLines,
    usualCalls: wish.usualCalls ?? before.usualCalls,
    undoneShare: wish.undoneShare ?? before.undoneShare,
    repairShare: wish.repairShare ?? before.repairShare,
    m: wish.m ?? before.m,
    reference: { ...before.reference, ...present(wish.reference) },
  };
}

type Present<Wish> = { [Name in keyof Wish]?: Exclude<Wish[Name], undefined> };

/** Without members that are undefined. */
function present<Wish extends object>(wish: Wish | undefined): Present<Wish> {
  return Object.fromEntries(
    Object.entries(wish ?? {}).filter(([, value]) => value !== undefined),
  ) as Present<Wish>;
}

/** What is known of an organization's versions in addition to the one that is shown. */
export interface BaselinesContext {
  previous: BaselineVersion | null;
  baseline: BaselineSource;
  notice: string | null;
}

/** The version in force as an answer. */
export function describeBaselines(
  of: BaselineVersion,
  { previous, baseline, notice }: BaselinesContext,
): BaselinesAnswer {
  return {
    ...describeVersion(of),
    learnedFrom: weeksOf(of),
    inForceFrom: Number.isFinite(of.inForceFrom) ? isoTime(of.inForceFrom) : null,
    baseline,
    previous: previous === null ? null : describeVersion(previous),
    notice,
  };
}

function weeksOf({ learnedFrom }: BaselineVersion): BaselinesAnswer["learnedFrom"] {
  if (learnedFrom === null) return null;
  return { from: isoTime(learnedFrom.from), to: isoTime(learnedFrom.to) };
}

function describeVersion({
  version,
  source,
  createdAt,
  baselines,
}: BaselineVersion): NonNullable<BaselinesAnswer["previous"]> {
  const { tokens, humanSeconds, tokensByAgent, reference, ...values } = { ...shippedBaselines, ...baselines };
  return {
    version,
    source,
    learnedAt: createdAt === null ? null : isoTime(createdAt),
    tokens: { ...tokens },
    humanSeconds: { ...humanSeconds },
    tokensByAgent: (Object.entries(tokensByAgent) as [Agent, UsualTokens][]).map(([agent, own]) => ({
      agent,
      ...own,
    })),
    ...values,
    reference: { ...reference },
  };
}

/** Baselines as the API shows and takes them. */
import { z } from "zod";
import { BUCKETS } from "../../turns/size.ts";
import { AGENTS, type Agent } from "../../normaliser/dialects/agents.ts";
import { type Baselines, perBucket, valueOf } from "./baseline.ts";
import { BASELINE_SOURCES, type BaselineSource, type BaselineVersion } from "./baseline-versions.ts";
import { BASELINE } from "./read-baseline.ts";

const BUCKET = z
  .int()
  .min(0)
  .max(BUCKETS - 1)
  .describe("The size, floor(log2 S).");
const QUANTITY = z.number().positive();

const VALUES = {
  m: z.number().min(-1).max(1).describe("The usual weighed log-ratio after the outcome rule."),
  qrReference: z.number().positive().max(100).describe("The usual quality retention, QR₀."),
  repairShare: z.number().min(0.05).max(1).describe("The usual share of repair turns, r₀."),
};

/** One version of an organization's baselines. */
export const BASELINES_ANSWER = z.object({
  version: z.int().min(0),
  source: z.enum(BASELINE_SOURCES),
  createdAt: z.iso.datetime().nullable().describe("null for the shipped version."),
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
  buckets: z.array(z.object({ bucket: BUCKET, tokens: QUANTITY, turns: QUANTITY, humanSeconds: QUANTITY })),
  tokensByAgent: z.partialRecord(z.enum(AGENTS), z.array(z.object({ bucket: BUCKET, tokens: QUANTITY }))),
  ...VALUES,
});
export type BaselinesAnswer = z.infer<typeof BASELINES_ANSWER>;

const WISHED_BUCKET = z.strictObject({
  bucket: BUCKET,
  tokens: QUANTITY.optional(),
  turns: QUANTITY.optional(),
  humanSeconds: QUANTITY.optional(),
});
const WISHED_TOKENS = z.strictObject({ bucket: BUCKET, tokens: QUANTITY });

/** What an admin sets; what is missing stays as it is. Fields that only responses have are accepted and ignored. */
export const BASELINES_WISH = z.preprocess(
  inCamelCase,
  z.strictObject({
    buckets: eachOnce(WISHED_BUCKET).optional(),
    tokensByAgent: z.partialRecord(z.enum(AGENTS), eachOnce(WISHED_TOKENS)).optional(),
    m: VALUES.m.optional(),
    qrReference: VALUES.qrReference.optional(),
    repairShare: VALUES.repairShare.optional(),
    version: z.unknown().optional(),
    source: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    inForceFrom: z.unknown().optional(),
    baseline: z.unknown().optional(),
  }),
);
export type BaselinesWish = z.infer<typeof BASELINES_WISH>;

function eachOnce<Bucket extends z.ZodType<{ bucket: number }>>(bucket: Bucket) {
  return z
    .array(bucket)
    .refine((all) => new Set(all.map((bucket) => bucket.bucket)).size === all.length, "names a bucket twice");
}

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
  const { buckets = [], tokensByAgent = {}, m, qrReference, repairShare } = wish;
  const wished = new Map(buckets.map((bucket) => [bucket.bucket, bucket]));
  const tokens = perBucket((bucket) => wished.get(bucket)?.tokens ?? valueOf(before.tokens, bucket));
  return {
    tokens,
    tokensByAgent: { ...before.tokensByAgent, ...tokensOfAgents(before, tokens, tokensByAgent) },
    turns: perBucket((bucket) => wished.get(bucket)?.turns ?? valueOf(before.turns, bucket)),
    humanSeconds: perBucket(
      (bucket) => wished.get(bucket)?.humanSeconds ?? valueOf(before.humanSeconds, bucket),
    ),
    m: m ?? before.m,
    qrReference: qrReference ?? before.qrReference,
    repairShare: repairShare ?? before.repairShare,
  };
}

function tokensOfAgents(
  before: Baselines,
  tokens: readonly number[],
  wishes: NonNullable<BaselinesWish["tokensByAgent"]>,
): Baselines["tokensByAgent"] {
  return Object.fromEntries(
    Object.entries(wishes).map(([agent, wish]) => {
      const wished = new Map(wish.map((bucket) => [bucket.bucket, bucket.tokens]));
      const known = before.tokensByAgent[agent as Agent] ?? tokens;
      return [agent, perBucket((bucket) => wished.get(bucket) ?? valueOf(known, bucket))];
    }),
  );
}

/** A version as an answer. */
export function describeBaselines(of: BaselineVersion, baseline: BaselineSource): BaselinesAnswer {
  const { version, source, createdAt, inForceFrom, baselines } = of;
  const { tokens, tokensByAgent, turns, humanSeconds, m, qrReference, repairShare } = baselines;
  return {
    version,
    source,
    baseline,
    createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
    inForceFrom: Number.isFinite(inForceFrom) ? new Date(inForceFrom).toISOString() : null,
    buckets: tokens.map((ofBucket, bucket) => ({
      bucket,
      tokens: ofBucket,
      turns: valueOf(turns, bucket),
      humanSeconds: valueOf(humanSeconds, bucket),
    })),
    tokensByAgent: Object.fromEntries(
      Object.entries(tokensByAgent).map(([agent, values]) => [
        agent,
        values.map((ofBucket, bucket) => ({ bucket, tokens: ofBucket })),
      ]),
    ),
    m,
    qrReference,
    repairShare,
  };
}

/** What the baselines say in a sentence, and what a changed form asks for. */
import { formatDay } from "../../../words/times.ts";
import type { Baselines } from "./fetch-baselines.ts";

export function sayBaselines({ version, source, createdAt, inForceFrom, baseline }: Baselines): string {
  if (source === "shipped" || createdAt === null)
    return "The shipped values are used until 30 of your own tasks have closed.";
  const made = source === "learned" ? "learned from your own work" : "set by an administrator";
  const since =
    inForceFrom === null
      ? "it has always been used"
      : `it is used for work from ${formatDay(inForceFrom)} on`;
  const earlier =
    baseline === "shipped" ? " Some earlier work is still compared with the shipped values." : "";
  return `Version ${version} was ${made} on ${formatDay(createdAt)}; ${since}.${earlier}`;
}

/** The sizes of a bucket: size 1 to 2 is bucket 0, and each is twice as large as the one before. */
export function saySize(bucket: number, isLast: boolean): string {
  const least = 2 ** bucket;
  return isLast ? `${least} and more` : `${least} to ${least * 2}`;
}

/** The numbers that can be set, by what they are called. */
export const VALUES = ["qrReference", "repairShare", "m", "tokens", "turns", "humanSeconds"] as const;
export type ValueName = (typeof VALUES)[number];

/** The texts of the form. */
export type Typed = Readonly<Record<ValueName, string>>;

/** What the form shows before anything is typed. */
export function typedOf(baselines: Baselines, bucket: number): Typed {
  const { qrReference, repairShare, m } = baselines;
  const row = baselines.buckets.find((found) => found.bucket === bucket);
  return {
    qrReference: rounded(qrReference, 1),
    repairShare: rounded(repairShare, 3),
    m: rounded(m, 4),
    tokens: rounded(row?.tokens ?? 0, 0),
    turns: rounded(row?.turns ?? 0, 2),
    humanSeconds: rounded(row?.humanSeconds ?? 0, 1),
  };
}

function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

/** What is asked to be set. */
export interface BaselineWish {
  m?: number;
  qrReference?: number;
  repairShare?: number;
  buckets?: { bucket: number; tokens?: number; turns?: number; humanSeconds?: number }[];
}

const OF_BUCKET: ReadonlySet<ValueName> = new Set(["tokens", "turns", "humanSeconds"]);

/** Returns only what was changed, so that the rest keeps all its digits; null when nothing was. */
export function wishOf(before: Typed, typed: Typed, bucket: number): BaselineWish | null {
  const changed = VALUES.filter((name) => typed[name] !== before[name] && typed[name] !== "");
  if (changed.length === 0) return null;
  const numbers = (names: readonly ValueName[]) =>
    Object.fromEntries(names.map((name) => [name, Number(typed[name])]));
  const ofBucket = changed.filter((name) => OF_BUCKET.has(name));
  return {
    ...numbers(changed.filter((name) => !OF_BUCKET.has(name))),
    ...(ofBucket.length === 0 ? {} : { buckets: [{ bucket, ...numbers(ofBucket) }] }),
  };
}

/** A sub-session's usage and tally as short JSON: lists whose places say what names would. */
import type { SubSessionTally } from "../tallies/sub-session-tally.ts";
import type { Tally } from "../tallies/tally.ts";
import { type ModelUsage, sizeOfBucket, type SubSessionUsage } from "./usage.ts";

/** The labels, if any, are last, where no search for a tool's name finds them. */
type PackedTally = [
  all: string,
  models: [model: string | null, tally: string][],
  tools: SubSessionTally["tools"],
  labels?: NonNullable<SubSessionTally["labels"]>,
];

/** What the row has in columns of its own. */
interface InColumns extends Pick<SubSessionUsage, "agent" | "outcome"> {
  bucket: number;
}

/** Packs a tally without its agent; its tools stay as `partsOfUsed` looks for them. */
export function packTally({ labels, all, models, tools }: SubSessionTally): string {
  const packed: PackedTally = [
    packNumbers(all),
    models.map(([model, tally]) => [model, packNumbers(tally, all)]),
    tools,
  ];
  return JSON.stringify(labels === undefined ? packed : [...packed, labels]);
}

/** Returns what was packed. */
export function unpackTally(packed: string, { agent }: Pick<InColumns, "agent">): SubSessionTally {
  const [sum, models, tools, labels] = JSON.parse(packed) as PackedTally;
  const all = unpackNumbers(sum);
  return {
    agent,
    ...(labels !== undefined && { labels }),
    all,
    // most questions ask nothing of models
    get models() {
      return models.map(([model, tally]): SubSessionTally["models"][number] => [
        model,
        unpackNumbers(tally, all),
      ]);
    },
    tools,
  };
}

/**
 * Most of a tally is 0, and what one model did is often all: so many of them in a row are one part.
 *
 * @param all - The tally that this one is a part of; absent when it is all.
 */
function packNumbers(tally: Tally, all: Tally = []): string {
  const parts: string[] = [];
  for (let place = 0; place < tally.length;) {
    const zeros = runFrom(place, tally, (at) => tally[at] === 0);
    const same = runFrom(place, tally, (at) => tally[at] === all[at]);
    const length = Math.max(zeros, same, 1);
    const mark = same > zeros ? SAME : ZEROS;
    parts.push(length === 1 ? String(tally[place]) : `${mark}${length}`);
    place += length;
  }
  return parts.join(",");
}

/** How many places from one on are such. */
function runFrom(place: number, { length }: Tally, isSuch: (at: number) => boolean): number {
  let end = place;
  while (end < length && isSuch(end)) end += 1;
  return end - place;
}

const ZEROS = "x";
const SAME = "s";

function unpackNumbers(packed: string, all: Tally = []): Tally {
  const tally: Tally = [];
  for (let from = 0; from < packed.length;) {
    const comma = packed.indexOf(",", from);
    const to = comma < 0 ? packed.length : comma;
    const isRun = packed.charCodeAt(from) > DIGIT_9;
    const isSame = packed.startsWith(SAME, from);
    const number = numberIn(packed, isRun ? from + 1 : from, to);
    for (let left = isRun ? number : 1; left > 0; left -= 1)
      tally.push(isSame ? (all[tally.length] ?? 0) : isRun ? 0 : number);
    from = to + 1;
  }
  return tally;
}

const [DIGIT_0, DIGIT_9] = [48, 57];

/** Reads digit by digit: a team's month has millions of numbers, and nearly all are whole. */
function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < DIGIT_0 || code > DIGIT_9) return Number(text.slice(from, to));
    number = number * 10 + code - DIGIT_0;
  }
  return number;
}

type PackedModel = [
  ...names: [model: string | null, effort: string | null],
  ...counts: [helper: number, calls: number, unpriced: number, tokenless: number, cost: number],
  bands: ModelUsage["bands"],
];

type PackedUsage = [
  ...kind: [SubSessionUsage["intent"], SubSessionUsage["difficulty"]],
  ...counts: [counts: number, turns: number, repairs: number],
  models: PackedModel[],
  waste?: SubSessionUsage["waste"],
];

/** Packs usage without what the row has in columns of its own. */
export function packUsage(usage: SubSessionUsage): string {
  const { intent, difficulty, counts, turns, repairs, models, waste } = usage;
  const packed: PackedUsage = [intent, difficulty, Number(counts), turns, repairs, models.map(packModel)];
  return JSON.stringify(Object.keys(waste).length === 0 ? packed : [...packed, waste]);
}

function packModel({ model, effort, helper, ...usage }: ModelUsage): PackedModel {
  const { calls, unpriced, tokenless, cost, bands } = usage;
  return [model, effort, Number(helper), calls, unpriced, tokenless, cost, bands];
}

/** Returns what was packed. */
export function unpackUsage(packed: string, { agent, bucket, outcome }: InColumns): SubSessionUsage {
  const [intent, difficulty, counts, turns, repairs, models, waste = {}] = JSON.parse(packed) as PackedUsage;
  const work = { size: sizeOfBucket(bucket), difficulty, outcome, counts: counts === 1, turns, repairs };
  return { agent, intent, ...work, models: models.map(unpackModel), waste };
}

function unpackModel([model, effort, helper, ...usage]: PackedModel): ModelUsage {
  const [calls, unpriced, tokenless, cost, bands] = usage;
  return { model, effort, helper: helper === 1, calls, unpriced, tokenless, cost, bands };
}

/** A sub-session's usage and tally as short JSON: lists whose places say what names would. */
import type { SubSessionTally } from "../tallies/sub-session-tally.ts";
import type { Tally } from "../tallies/tally.ts";
import type { ModelUsage, SubSessionUsage } from "./usage.ts";

/** The agent and the labels, if any, are last, where no search for a tool's name finds them. */
type PackedTally = [
  all: string,
  models: [model: string | null, tally: string][],
  tools: SubSessionTally["tools"],
  agent: SubSessionTally["agent"],
  labels?: NonNullable<SubSessionTally["labels"]>,
];

/** Packs a tally; its tools stay as `partsOfUsed` looks for them. */
export function packTally({ agent, labels, all, models, tools }: SubSessionTally): string {
  const packed: PackedTally = [
    packNumbers(all),
    models.map(([model, tally]) => [model, packNumbers(tally)]),
    tools,
    agent,
  ];
  return JSON.stringify(labels === undefined ? packed : [...packed, labels]);
}

/** Returns what was packed. */
export function unpackTally(packed: string): SubSessionTally {
  const [all, models, tools, agent, labels] = JSON.parse(packed) as PackedTally;
  return {
    agent,
    ...(labels !== undefined && { labels }),
    all: unpackNumbers(all),
    // most questions ask nothing of models
    get models() {
      return models.map(([model, tally]): SubSessionTally["models"][number] => [model, unpackNumbers(tally)]);
    },
    tools,
  };
}

/** Most of a tally is 0: so many of them in a row are one part. */
function packNumbers(tally: Tally): string {
  const parts: string[] = [];
  let empty = 0;
  for (const number of [...tally, null]) {
    if (number === 0) {
      empty += 1;
      continue;
    }
    if (empty > 0) parts.push(empty === 1 ? "0" : `${ZEROS}${empty}`);
    empty = 0;
    if (number !== null) parts.push(String(number));
  }
  return parts.join(",");
}

const ZEROS = "x";

function unpackNumbers(packed: string): Tally {
  const tally: Tally = [];
  for (let from = 0; from < packed.length;) {
    const comma = packed.indexOf(",", from);
    const to = comma < 0 ? packed.length : comma;
    const isZeros = packed.startsWith(ZEROS, from);
    const number = numberIn(packed, isZeros ? from + 1 : from, to);
    for (let left = isZeros ? number : 1; left > 0; left -= 1) tally.push(isZeros ? 0 : number);
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
  ...kind: [SubSessionUsage["agent"], SubSessionUsage["intent"]],
  ...work: [SubSessionUsage["size"], SubSessionUsage["difficulty"], SubSessionUsage["outcome"]],
  ...counts: [counts: number, turns: number, repairs: number],
  models: PackedModel[],
  waste: SubSessionUsage["waste"],
];

/** Packs usage. */
export function packUsage(usage: SubSessionUsage): string {
  const { agent, intent, size, difficulty, outcome, counts, turns, repairs, models, waste } = usage;
  const packed: PackedUsage = [
    agent,
    intent,
    size,
    difficulty,
    outcome,
    Number(counts),
    turns,
    repairs,
    models.map(packModel),
    waste,
  ];
  return JSON.stringify(packed);
}

function packModel({ model, effort, helper, ...usage }: ModelUsage): PackedModel {
  const { calls, unpriced, tokenless, cost, bands } = usage;
  return [model, effort, Number(helper), calls, unpriced, tokenless, cost, bands];
}

/** Returns what was packed. */
export function unpackUsage(packed: string): SubSessionUsage {
  const [agent, intent, size, difficulty, outcome, counts, turns, repairs, models, waste] = JSON.parse(
    packed,
  ) as PackedUsage;
  const work = { size, difficulty, outcome, counts: counts === 1, turns, repairs };
  return { agent, intent, ...work, models: models.map(unpackModel), waste };
}

function unpackModel([model, effort, helper, ...usage]: PackedModel): ModelUsage {
  const [calls, unpriced, tokenless, cost, bands] = usage;
  return { model, effort, helper: helper === 1, calls, unpriced, tokenless, cost, bands };
}

/** What the baselines say in a sentence, and what a changed form asks for. */
import type { BaselinesAnswer } from "../../../../../src/metrics/baselines/baselines-answer.ts";
import { joined } from "../../../words/joined.ts";
import { formatCount, formatShare } from "../../../words/numbers.ts";
import { formatDay } from "../../../words/times.ts";

type Baselines = BaselinesAnswer;
/** The values of a version, in force or not. */
type Values = NonNullable<BaselinesAnswer["previous"]>;

export function sayBaselines({
  version,
  source,
  learnedAt,
  learnedFrom,
  inForceFrom,
  baseline,
}: Baselines): string {
  if (source === "shipped" || learnedAt === null)
    return "The shipped values are used until 30 of your own tasks have closed.";
  const made = source === "learned" ? "learned" : "set by an administrator";
  const weeks =
    learnedFrom === null
      ? ""
      : ` from your own tasks that closed between ${formatDay(learnedFrom.from)} and ${formatDay(learnedFrom.to)}`;
  const since =
    inForceFrom === null
      ? "it has always been used"
      : `it is used for work from ${formatDay(inForceFrom)} on`;
  const earlier =
    baseline === "shipped" ? " Some earlier work is still compared with the shipped values." : "";
  return `Version ${version} was ${made} on ${formatDay(learnedAt)}${weeks}; ${since}.${earlier}`;
}

/** Says what the values before are; null where there are none. */
export function sayPrevious({ previous }: Baselines): string | null {
  if (previous === null) return null;
  const { version, source, learnedAt } = previous;
  if (source === "shipped" || learnedAt === null) return "“Before” is the shipped values.";
  const made = source === "learned" ? "learned" : "set";
  return `“Before” is version ${version}, ${made} on ${formatDay(learnedAt)}.`;
}

/** The kinds of turns that have usual values of their own. */
export const USUAL_KINDS = ["new", "on", "change", "other"] as const;
export type UsualKind = (typeof USUAL_KINDS)[number];

/** What a turn of a kind usually takes; null where its human time counts as it is. */
export interface UsualRow {
  kind: UsualKind;
  tokens: number;
  humanSeconds: number | null;
  /** What they were in the version before; null where there is none. */
  before: { tokens: number; humanSeconds: number | null } | null;
}

/**
 * Returns a row for each kind.
 *
 * @param agent - Whose tokens are meant; null, or an agent without values of its own, means all agents.
 */
export function usualRows(baselines: Baselines, agent: string | null): UsualRow[] {
  const { previous } = baselines;
  return USUAL_KINDS.map((kind) => ({
    kind,
    ...usualOf(baselines, kind, agent),
    before: previous === null ? null : usualOf(previous, kind, agent),
  }));
}

function usualOf(
  values: Values,
  kind: UsualKind,
  agent: string | null,
): { tokens: number; humanSeconds: number | null } {
  const humanSeconds = kind === "other" ? null : values.humanSeconds[kind];
  return { tokens: tokensOf(values, agent)[kind], humanSeconds };
}

function tokensOf({ tokens, tokensByAgent }: Values, agent: string | null): Record<UsualKind, number> {
  return tokensByAgent.find((found) => found.agent === agent) ?? tokens;
}

/** Says what the numbers do that hold for turns of every kind, with what they were before. */
export function usualFacts(baselines: Baselines): [name: string, value: string][] {
  const say = (write: (values: Values) => string): string => {
    const [now, before] = [write(baselines), baselines.previous === null ? null : write(baselines.previous)];
    return before === null || before === now ? now : `${now} (before: ${before})`;
  };
  return [
    ["Prompts", `${say(({ turnsPerChange }) => plain(turnsPerChange, 2))} for a whole change`],
    [
      "Small change",
      `with fewer than ${say(({ leastLines }) => plain(leastLines, 1))} changed lines a turn earns in proportion`,
    ],
    [
      "Large change",
      `with more than ${say(({ usualLines }) => plain(usualLines, 1))} lines and ${say(({ usualCalls }) => plain(usualCalls, 1))} model calls a turn is excused for taking more`,
    ],
    ["Undone", `${say(({ undoneShare }) => formatShare(undoneShare))} of the turns that change something`],
    [
      "Repairs",
      `${say(({ repairShare }) => formatShare(repairShare))} of the turns that change or repair something`,
    ],
    [
      "Earned of taken",
      joined([
        `${say(({ reference }) => earned(reference.speed))} in Speed`,
        `${say(({ reference }) => earned(reference.efficiency))} in Efficiency`,
        `${say(({ reference }) => earned(reference.sse))} in sub-session efficiency`,
        `${say(({ m }) => earned(m))} in a single task`,
      ]),
    ],
  ];
}

/** Returns "95 %" for what is earned of what is taken, kept as a logarithm. */
function earned(logarithm: number): string {
  return formatShare(Math.exp(logarithm));
}

function plain(value: number, decimals: number): string {
  return value >= 1_000 ? formatCount(value) : rounded(value, decimals);
}

function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

/** What is set together: the values of one kind, or those that hold for all. */
export type Part = UsualKind | "every";

/** One number that can be set. */
export interface Field {
  name: FieldName;
  title: string;
  least: number;
  most?: number;
}

const OF_EVERY = [
  "turnsPerChange",
  "leastLines",
  "usualLines",
  "usualCalls",
  "undoneShare",
  "repairShare",
  "m",
] as const;
const REFERENCES = ["sse", "speed", "efficiency"] as const;
type FieldName = "tokens" | "humanSeconds" | (typeof OF_EVERY)[number] | (typeof REFERENCES)[number];

const [LEAST_EARNED, MOST_EARNED] = [37, 271];

function share(name: FieldName, of: string): Field {
  return { name, title: `Usually earned of 100 taken, ${of}`, least: LEAST_EARNED, most: MOST_EARNED };
}

const EVERY_FIELDS: readonly Field[] = [
  { name: "turnsPerChange", title: "Prompts for a whole change", least: 0.01 },
  { name: "leastLines", title: "Changed lines under which a change is small", least: 0.1 },
  { name: "usualLines", title: "Changed lines over which a change is large", least: 0.1 },
  { name: "usualCalls", title: "Model calls over which a change is large", least: 0.1 },
  { name: "undoneShare", title: "Usual share of undone turns, 0 to 1", least: 0, most: 1 },
  { name: "repairShare", title: "Usual share of repair turns, 0 to 1", least: 0.05, most: 1 },
  share("m", "in a single task"),
  share("sse", "sub-session efficiency"),
  share("speed", "Speed"),
  share("efficiency", "Efficiency"),
];

/** The fields of a part of the form, in their order. */
export function fieldsOf(part: Part, agentName: string | null): readonly Field[] {
  if (part === "every") return EVERY_FIELDS;
  const of = agentName === null ? "" : ` of ${agentName}`;
  const tokens: Field = { name: "tokens", title: `Usual tokens${of}`, least: 1 };
  if (part === "other") return [tokens];
  return [tokens, { name: "humanSeconds", title: "Usual human time, in seconds", least: 0.1 }];
}

/** The texts of the form. */
export type Typed = Readonly<Partial<Record<FieldName, string>>>;

/** What the form sets: which part of the numbers, and whose tokens; `agent` null means all agents. */
export interface Target {
  part: Part;
  agent: string | null;
}

/** What the form shows before anything is typed. */
export function typedOf(baselines: Baselines, { part, agent }: Target): Typed {
  if (part !== "every") {
    const tokens = rounded(tokensOf(baselines, agent)[part], 0);
    return part === "other" ? { tokens } : { tokens, humanSeconds: rounded(baselines.humanSeconds[part], 1) };
  }
  const { reference } = baselines;
  return {
    turnsPerChange: rounded(baselines.turnsPerChange, 2),
    leastLines: rounded(baselines.leastLines, 1),
    usualLines: rounded(baselines.usualLines, 1),
    usualCalls: rounded(baselines.usualCalls, 1),
    undoneShare: rounded(baselines.undoneShare, 3),
    repairShare: rounded(baselines.repairShare, 3),
    m: inPercent(baselines.m),
    sse: inPercent(reference.sse),
    speed: inPercent(reference.speed),
    efficiency: inPercent(reference.efficiency),
  };
}

function inPercent(logarithm: number): string {
  return rounded(100 * Math.exp(logarithm), 1);
}

function fromPercent(typed: string): number {
  return Math.log(Number(typed) / 100);
}

type Numbers<Name extends string> = Partial<Record<Name, number>>;

/** What is asked to be set. */
export interface BaselineWish extends Numbers<(typeof OF_EVERY)[number]> {
  tokens?: Numbers<UsualKind>;
  humanSeconds?: Numbers<Exclude<UsualKind, "other">>;
  tokensByAgent?: (Numbers<UsualKind> & { agent: BaselinesAnswer["tokensByAgent"][number]["agent"] })[];
  reference?: Numbers<(typeof REFERENCES)[number]>;
}

/** A number that would be set, as it was and as it would be. */
export interface ChangedField {
  title: string;
  from: string;
  to: string;
}

/** Returns what a changed form would set, in the order of its fields. */
export function changedFields(fields: readonly Field[], before: Typed, typed: Typed): ChangedField[] {
  return fields.flatMap(({ name, title }) => {
    const [from = "", to = ""] = [before[name], typed[name]];
    return to === "" || to === from ? [] : [{ title, from, to }];
  });
}

/** Returns only what was changed, so that the rest keeps all its digits; null when nothing was. */
export function wishOf(before: Typed, typed: Typed, target: Target): BaselineWish | null {
  const changed = Object.entries(typed).filter(
    ([name, text]) => text !== "" && text !== before[name as FieldName],
  ) as [FieldName, string][];
  if (changed.length === 0) return null;
  const { part } = target;
  return part === "every" ? everyWish(changed) : kindWish(Object.fromEntries(changed), part, target.agent);
}

function kindWish(changed: Typed, part: UsualKind, agent: string | null): BaselineWish {
  const { tokens, humanSeconds } = changed;
  const of = tokens === undefined ? {} : { [part]: Number(tokens) };
  return {
    ...(tokens !== undefined && (agent === null ? { tokens: of } : { tokensByAgent: [{ agent, ...of }] })),
    ...(humanSeconds !== undefined && { humanSeconds: { [part]: Number(humanSeconds) } }),
  } as BaselineWish;
}

function everyWish(changed: readonly [FieldName, string][]): BaselineWish {
  const isReference = ([name]: [FieldName, string]) => (REFERENCES as readonly string[]).includes(name);
  const reference = changed.filter(isReference).map(([name, text]) => [name, fromPercent(text)]);
  const others = changed.filter((entry) => !isReference(entry));
  return {
    ...Object.fromEntries(
      others.map(([name, text]) => [name, name === "m" ? fromPercent(text) : Number(text)]),
    ),
    ...(reference.length > 0 && { reference: Object.fromEntries(reference) }),
  };
}

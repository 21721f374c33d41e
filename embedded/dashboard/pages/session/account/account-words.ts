/** What the account of a turn says in sentences: why it is of its kind, and why it earned what it did; pure. */
import type { TurnEntry } from "../../../../../src/metrics/sub-sessions/turn-entry-answer.ts";
import type { AccountTable } from "./account-data.ts";
import { joined } from "../../../words/joined.ts";
import { formatCount, formatDuration, formatShare, formatThings } from "../../../words/numbers.ts";
import { KIND_SUBJECTS } from "../../../words/turn-kinds.ts";

/** What a turn is compared with. */
export type HeldAgainst = "own" | "shipped";

/**
 * Says why a turn that changed something opened something new or went on.
 *
 * @returns null for turns that changed nothing
 */
export function sayWhy({ kind, why }: TurnEntry): string | null {
  if (kind === "change") return "The text of its prompt is not known, so neither is whether it went on.";
  if (why === null) return null;
  if (why.z === null) return "Nothing was changed in the 24 hours before it, so it opened something new.";
  const reasons = joined(reasonsOf(why));
  const result = kind === "new" ? "so it opened something new" : "so it went on";
  return `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}, ${result}.`;
}

function reasonsOf({
  knownWords,
  knownPaths,
  newGoalCue,
  referenceCue,
  repair,
}: NonNullable<TurnEntry["why"]>): string[] {
  const reasons = [
    sayWords(knownWords ?? 0),
    sayPaths(knownPaths),
    newGoalCue ? "it begins like a new goal" : null,
    referenceCue ? "it refers back" : null,
    repair ? "it is a repair" : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

function sayWords(known: number): string {
  if (known === 0) return "none of its words is known from the changes before";
  return `${known === 1 ? "all" : formatShare(known)} of its words are known from the changes before`;
}

function sayPaths(known: number | null): string | null {
  if (known === null) return null;
  if (known === 0) return "the paths that it names are new";
  if (known === 1) return "the paths that it names are known";
  return `${formatShare(known)} of the paths that it names are known`;
}

/** Says what a turn of its kind usually takes, next to what it took. */
export function sayUsual(entry: TurnEntry, against: HeldAgainst): string {
  switch (entry.kind) {
    case "other":
      return `It changed nothing, so it earns what it took${sayMost(entry)}.`;
    case "prep": {
      const time = entry.humanTime === null ? "" : ", and six tenths of its time";
      return `It came before a change: it earns what it took${sayMost(entry)}${time}.`;
    }
    case "new":
    case "on":
    case "change":
      return sayTaken(entry, against);
  }
}

function sayTaken({ kind, tokens, humanTime }: TurnEntry, against: HeldAgainst): string {
  const axes = [
    { axis: tokens, format: plainTokens, unit: " tokens" },
    { axis: humanTime, format: sayAsSeconds, unit: " of human time" },
  ];
  const known = axes.flatMap(({ axis, ...words }) => (axis === null ? [] : [{ ...axis, ...words }]));
  if (known.length === 0) return "Neither its tokens nor its human time are known.";
  const took = known.map(({ actual, format, unit }) => `${format(actual)}${unit}`);
  const usual = known.map(({ usual: amount, format }) => format(amount ?? 0));
  const where = against === "own" ? "here" : "by the shipped values";
  return `This turn took ${took.join(" and ")}; ${KIND_SUBJECTS[kind]} usually takes ${usual.join(" and ")} ${where}.`;
}

/** A turn that changed nothing earns no more tokens than twice the usual. */
function sayMost({ tokens }: TurnEntry): string {
  if (tokens === null || tokens.usual === null || tokens.earned >= tokens.actual) return "";
  return `, of tokens at most twice the usual ${plainTokens(tokens.usual)}`;
}

/** Three digits that matter, as somebody would say it. */
function plainTokens(tokens: number): string {
  return formatCount(Number(tokens.toPrecision(3)));
}

function sayAsSeconds(amount: number): string {
  return `${Math.round(amount)} s`;
}

const LONGEST_GAP_SECONDS = 100;
const OUTLIER = 4;
const QUICK = 2.5;
/** Less is shown as 1.0. */
const LEAST_VOLUME = 1.05;

/** Says what else decided what it took and earned; nothing for most turns. */
export function sayNotes(entry: TurnEntry, against: HeldAgainst): string[] {
  const notes = [
    sayAmount(entry, against),
    sayQuick(entry),
    isCut(entry) ? `Its tokens are cut at ${OUTLIER} times the usual.` : null,
    sayGap(entry),
    isUndoneUnknown(entry) ? "It is not known whether it was undone." : null,
  ];
  return notes.filter((note) => note !== null);
}

/** How much was changed, where that is less or more than usual. */
function sayAmount({ unit, lines, volume }: TurnEntry, against: HeldAgainst): string | null {
  if (unit !== null && unit < 1 && lines !== null) {
    // a smaller unit is these lines of as many
    const least = Number((lines / unit).toFixed(1));
    const small =
      against === "own"
        ? `small changes here have ${least}`
        : `by the shipped values small changes have ${least}`;
    return `${formatThings(lines, "line")}; ${small}, so it counts as ${formatShare(unit)} of a whole one.`;
  }
  if (volume === null || volume < LEAST_VOLUME) return null;
  return `The work of ${volume.toFixed(1)} usual turns: excused, not rewarded.`;
}

function sayGap({ pause, turns, humanTime }: TurnEntry): string | null {
  if (pause !== null) return `${formatDuration(pause * 1_000)} before it: a pause, counts for nothing.`;
  if (humanTime === null) return turns === null ? null : "The time before it is not counted.";
  const seconds = humanTime.gapSeconds;
  if (seconds <= LONGEST_GAP_SECONDS) return null;
  return `${formatDuration(seconds * 1_000)} before it, counts as ${LONGEST_GAP_SECONDS} s.`;
}

/** A change that took very little earns less than the usual. */
function sayQuick({ unit, volume, tokens, humanTime }: TurnEntry): string | null {
  if (unit === null || (volume ?? 1) > 1) return null;
  const quick = [isQuick(tokens) ? "tokens" : null, isQuick(humanTime) ? "human time" : null].filter(
    (name) => name !== null,
  );
  return quick.length === 0
    ? null
    : `It took little ${quick.join(" and ")}: it earns at most ${QUICK} times that.`;
}

function isQuick(axis: { actual: number; usual: number | null } | null): boolean {
  return axis !== null && axis.usual !== null && QUICK * axis.actual < axis.usual;
}

function isCut({ tokens, volume }: TurnEntry): boolean {
  if (tokens === null || tokens.usual === null) return false;
  return Math.abs(tokens.actual - OUTLIER * tokens.usual * (volume ?? 1)) < 0.5;
}

/** Whether the turn changed something of which nobody can say whether it stayed. */
function isUndoneUnknown({ unit, undone }: TurnEntry): boolean {
  return unit !== null && undone === null;
}

/** Another turn that had to do with one. */
export type OtherTurn = NonNullable<TurnEntry["undoneBy"]>;

/** A sentence that names another turn. */
export interface Naming {
  before: string;
  /** null: it is not known which one. */
  turn: OtherTurn | null;
  after: string;
}

/**
 * Says which of the four rules makes a turn a repair, and what it repairs.
 *
 * @returns null where it is no repair
 */
export function sayRepair({ repair, repairOf }: TurnEntry): Naming | null {
  if (!repair) return null;
  if (repairOf === null)
    return { before: "A repair: it corrects, repeats or undoes what the agent did", turn: null, after: "." };
  const { rule, ...turn } = repairOf;
  return { ...REPAIRS[rule], turn };
}

const REPAIRS: Readonly<
  Record<NonNullable<TurnEntry["repairOf"]>["rule"], { before: string; after: string }>
> = {
  correction: { before: "A repair: its words correct the turn before it, ", after: "." },
  refusal: { before: "A repair: a person interrupted or rejected the work of ", after: "." },
  undo: {
    before: "A repair: it takes back what ",
    after: " changed. One undo is one repair: it makes no later turn a second one.",
  },
  duplicate: { before: "A repair: it asks again for what ", after: " asked for, in nearly the same words." },
};

/** Names a turn from a place in a session: "turn 3". */
export function nameOther({ sessionId, turnIndex }: OtherTurn, session: string): string {
  if (turnIndex === 0) return "the work before the first prompt";
  return sessionId === session ? `turn ${turnIndex}` : `turn ${turnIndex} of another session`;
}

/** Says why a sub-session has no score, and what would bring one. */
export function sayNoScore({ total, turns }: Pick<AccountTable, "total" | "turns">): string {
  if (total.tokens.took !== null || total.humanTime.took !== null)
    return "no score, because no model call is known to have succeeded";
  if (turns.some(({ entry }) => entry.pause !== null))
    return "no score, because its tokens are not known and every wait before a prompt was a pause; a prompt within 20 minutes brings one";
  return "no score, because its agent sent neither tokens nor prompts of a person";
}

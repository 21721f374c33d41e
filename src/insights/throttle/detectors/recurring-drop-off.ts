/** recurring_drop_off: two-hour slots of the week in which people stop after trouble more often than by chance. */
import { DAY, HOUR, type Instant, type Milliseconds, type Ratio } from "../../../vocabulary/units.ts";

/** A slot of the week: 84 of two hours. */
export interface RecurringSlot {
  /** 0 is Monday. */
  weekday: number;
  /** Of its beginning, UTC. */
  hour: number;
  /** In which share of the weeks with work in the slot somebody dropped off. */
  probability: Ratio;
  /** In how many weeks. */
  weeks: number;
}

const SLOT: Milliseconds = 2 * HOUR;
const WEEK: Milliseconds = 7 * DAY;
/** 1970-01-05 was the first Monday. */
const FIRST_MONDAY: Instant = 4 * DAY;
/** How many weeks are looked at, and in how many of them it must have happened. */
export const WEEKS_LOOKED_AT = 4;
const LEAST_WEEKS = 3;
const SIGNIFICANCE = 0.05;

/**
 * Finds the slots in which dropping off recurs.
 *
 * @param worked - When people worked and when they dropped off in the four weeks, as times in the slots.
 * @see docs/scoring.md, "recurring_drop_off"; Y. Benjamini and Y. Hochberg, "Controlling the false discovery
 *   rate", 1995. A slot is held against the share of all others, one more of each added.
 */
export function findRecurringSlots(
  worked: readonly Instant[],
  droppedOff: readonly Instant[],
): RecurringSlot[] {
  const weeksWorked = weeksBySlot([...worked, ...droppedOff]);
  const weeksDropped = weeksBySlot(droppedOff);
  const [all, bad] = [countAll(weeksWorked), countAll(weeksDropped)];
  const tested = [...weeksWorked].map(([slot, { size: of }]) => {
    const weeks = weeksDropped.get(slot)?.size ?? 0;
    const elsewhere = (bad - weeks + 1) / (all - of + 2);
    return { slot, weeks, of, p: chanceOfAtLeast(weeks, { of, each: elsewhere }) };
  });
  return rejected(tested)
    .filter(({ weeks }) => weeks >= LEAST_WEEKS)
    .map(({ slot, weeks, of }) => ({ ...placeOf(slot), probability: weeks / of, weeks }))
    .toSorted((left, right) => left.weekday - right.weekday || left.hour - right.hour);
}

/** Returns whether a time is in one of the slots. */
export function isInSlot(at: Instant, slots: readonly RecurringSlot[]): boolean {
  const { weekday, hour } = placeOf(slotOf(at));
  return slots.some((slot) => slot.weekday === weekday && slot.hour === hour);
}

/** Returns 0 to 167, from Monday on. */
export function hourOfWeek(at: Instant): number {
  return Math.floor(intoWeek(at) / HOUR);
}

function slotOf(at: Instant): number {
  return Math.floor(intoWeek(at) / SLOT);
}

function intoWeek(at: Instant): Milliseconds {
  return (((at - FIRST_MONDAY) % WEEK) + WEEK) % WEEK;
}

function placeOf(slot: number): { weekday: number; hour: number } {
  return { weekday: Math.floor((slot * SLOT) / DAY), hour: ((slot * SLOT) % DAY) / HOUR };
}

function weeksBySlot(times: readonly Instant[]): Map<number, Set<number>> {
  const weeks = new Map<number, Set<number>>();
  for (const at of times) {
    const ofSlot = weeks.get(slotOf(at)) ?? new Set();
    weeks.set(slotOf(at), ofSlot.add(Math.floor((at - FIRST_MONDAY) / WEEK)));
  }
  return weeks;
}

function countAll(weeks: ReadonlyMap<number, ReadonlySet<number>>): number {
  return [...weeks.values()].reduce((sum, { size }) => sum + size, 0);
}

/** The chance that a thing of the given chance happens at least so often. */
function chanceOfAtLeast(least: number, { of, each }: { of: number; each: Ratio }): Ratio {
  let chance = 0;
  let ways = 1;
  for (let times = 0; times <= of; times += 1) {
    if (times >= least) chance += ways * each ** times * (1 - each) ** (of - times);
    ways *= (of - times) / (times + 1);
  }
  return chance;
}

function rejected<Test extends { p: Ratio }>(tests: readonly Test[]): Test[] {
  const sorted = tests.toSorted((left, right) => left.p - right.p);
  const last = sorted.findLastIndex(({ p }, index) => p <= (SIGNIFICANCE * (index + 1)) / sorted.length);
  return sorted.slice(0, last + 1);
}

/** The kinds of turns in words: what a turn did decides what it earns. */
import type { TurnKind } from "../../../src/metrics/kinds/kind.ts";

/** What a turn of each kind did, for a row of its own. */
export const KIND_TITLES: Readonly<Record<TurnKind, string>> = {
  new: "Opened something new",
  on: "Went on",
  change: "Changed something",
  other: "Changed nothing",
  prep: "Prepared a change",
};

/** A turn of each kind inside a sentence: "… usually takes 45,000 here". */
export const KIND_SUBJECTS: Readonly<Record<TurnKind, string>> = {
  new: "a turn that opens something new",
  on: "a turn that goes on",
  change: "a turn that changes something",
  other: "a turn that changes nothing",
  prep: "a turn that changes nothing",
};

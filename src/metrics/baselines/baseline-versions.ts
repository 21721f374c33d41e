/** Which version of an organization's baselines a sub-session is compared with. */
import type { Instant } from "../../vocabulary/units.ts";
import { type Baselines, shippedBaselines } from "./baseline.ts";

/** Where a version comes from: with the program, from the organization's own work, from an admin. */
export const BASELINE_SOURCES = ["shipped", "learned", "set"] as const;
export type BaselineSource = (typeof BASELINE_SOURCES)[number];

/** One version of an organization's baselines. */
export interface BaselineVersion {
  /** Counts from 0, the shipped one. */
  version: number;
  source: BaselineSource;
  /** null for the shipped version. */
  createdAt: Instant | null;
  /** Sub-sessions that start at or after this time are compared with it, until the next version. */
  inForceFrom: Instant;
  /** The closings that it was learned from; null where it was not learned, and where that was not kept. */
  learnedFrom: ClosedBetween | null;
  baselines: Baselines;
}

/** A stretch of closings; the end is exclusive. */
export interface ClosedBetween {
  from: Instant;
  to: Instant;
}

/**
 * The sub-sessions that start in a window are compared with one version, because an admin asked for it or because
 * it is the first.
 */
export interface RecomputeWindow {
  from: Instant;
  /** Exclusive. */
  to: Instant;
  version: number;
  requestedAt: Instant;
}

/** Finds the version for a sub-session's start. */
export type BaselinesAt = (startedAt: Instant) => BaselineVersion;

/** The version that every organization begins with. */
export const SHIPPED_VERSION: BaselineVersion = {
  version: 0,
  source: "shipped",
  createdAt: null,
  inForceFrom: -Infinity,
  learnedFrom: null,
  baselines: shippedBaselines,
};

/**
 * Orders versions by when they came in force.
 *
 * A quarter's version that is learned late has a higher number than what an admin set meanwhile, and comes before it.
 */
export function inOrderOfForce(versions: readonly BaselineVersion[]): BaselineVersion[] {
  return versions.toSorted(
    (left, right) => left.inForceFrom - right.inForceFrom || left.version - right.version,
  );
}

/**
 * The rule by which a sub-session finds its version: the one in force at its start, unless a recompute that
 * was asked for after that version was made says otherwise.
 *
 * @param versions - An organization's versions without the shipped one, and its recomputes, both in the order
 *   they were made.
 * @returns The same version for the same start whenever it is asked, so that a rebuild finds what was stored.
 */
export function baselinesAt(
  versions: readonly BaselineVersion[],
  recomputes: readonly RecomputeWindow[],
): BaselinesAt {
  const newestFirst = [SHIPPED_VERSION, ...inOrderOfForce(versions)].toReversed();
  const lastFirst = recomputes.toReversed();
  return (startedAt) => {
    const inForce = newestFirst.find(({ inForceFrom }) => inForceFrom <= startedAt) ?? SHIPPED_VERSION;
    const recompute = lastFirst.find(({ from, to }) => from <= startedAt && startedAt < to);
    if (recompute === undefined || isMadeAfter(inForce, recompute)) return inForce;
    // a version of earlier formulas was dropped
    return newestFirst.find(({ version }) => version === recompute.version) ?? inForce;
  };
}

/** A quarter's version that is learned after earlier work was put on the first one holds from its Monday on. */
function isMadeAfter({ createdAt, version }: BaselineVersion, recompute: RecomputeWindow): boolean {
  if (createdAt === null) return false;
  if (createdAt === recompute.requestedAt) return version > recompute.version;
  return createdAt > recompute.requestedAt;
}

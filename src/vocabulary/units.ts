/** The units that quantities carry in their types. Plain numbers at run time. */

/** A moment: whole milliseconds since 1970-01-01 UTC. */
export type Instant = number;

/** A span of time, in whole milliseconds. */
export type Milliseconds = number;

/** Seconds, fractions allowed. */
export type Seconds = number;

/** Minutes, fractions allowed. */
export type Minutes = number;

/** Language-model tokens, or token-equivalents where a formula weighs them. */
export type Tokens = number;

/** Millionths of a US dollar, whole. */
export type MicroUsd = number;

/** Bytes, whole. */
export type Bytes = number;

/** A share from 0 to 1. */
export type Ratio = number;

/** A score from 0 to 100. */
export type Score = number;

export const SECOND: Milliseconds = 1_000;
export const MINUTE: Milliseconds = 60_000;
export const HOUR: Milliseconds = 3_600_000;
export const DAY: Milliseconds = 86_400_000;

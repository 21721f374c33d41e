/** Expected outcomes as values: the caller must check them before it continues. */

/** Either a value, or the problem in its place. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

/** Wraps a value as the good outcome. */
export function succeed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** Wraps a problem as the expected bad outcome. */
export function fail<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

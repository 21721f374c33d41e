/** Qwen Code's duration of a call holds the attempts that its HTTP client made before, and the waits between them. */
import type { Event, ModelCall } from "../../event.ts";
import type { Clue } from "../../sightings/sighting.ts";
import { isErrorStatus } from "../model-errors.ts";

/** The POSTs of each model request, by the request's span. */
export type Attempts = ReadonlyMap<string, readonly Clue[]>;

/** Returns the model request that a POST is one attempt of. */
export function requestOf(post: Clue): string {
  return String(post.facts["parent"]);
}

/** Whether the attempt failed. */
export function hasFailed({ facts }: Clue): boolean {
  return isErrorStatus(Number(facts["status"]));
}

/**
 * Returns a call that worked as the attempt that did.
 *
 * @param event - any event of the session
 * @param attempts - the POSTs of model requests
 * @returns the event unchanged where no attempt before it failed; a call whose good attempt was not sent begins when the
 * last bad one was over
 */
export function asLastAttempt(event: Event, attempts: Attempts): Event {
  if (event.kind !== "model_call" || event.result !== "succeeded" || event.spanId === undefined) return event;
  const posts = attempts.get(event.spanId) ?? [];
  const failed = posts.filter(hasFailed);
  if (failed.length === 0) return event;
  const lastFailure = Math.max(...failed.map(({ at }) => at));
  const good = posts.filter((post) => !hasFailed(post) && post.startedAt >= lastFailure);
  const begun = Math.min(event.at, good.at(-1)?.startedAt ?? lastFailure);
  return begun > event.startedAt ? since(event, begun) : event;
}

function since(call: ModelCall, begun: number): ModelCall {
  const { firstTokenMs, startedAt, at } = call;
  const first = firstTokenMs === null ? null : Math.max(0, firstTokenMs - (begun - startedAt));
  return { ...call, startedAt: begun, durationMs: at - begun, firstTokenMs: first };
}

/** Puts a Qwen session together: hidden retries, the processes, and what it shares with Gemini. */
import { type Event, type ModelCall, type SessionStart } from "../../event.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { completeFamily, judgeApprovals } from "../gemini/settle.ts";
import { isRetryable } from "../model-errors.ts";
import { type Attempts, asLastAttempt, hasFailed, requestOf } from "./retries.ts";
import { isClue, onlyNewWindows } from "../sightings.ts";
import { untoldCall } from "../untold-call.ts";

/** Takes a session's sightings in order; gives its events in order. */
export function settleQwen(sightings: readonly Sighting[]): Event[] {
  const requests = requestsBySpan(sightings);
  const posts = sightings
    .filter((sighting) => isClue(sighting, "post"))
    .filter((post) => requests.has(requestOf(post)));
  const attempts: Attempts = Map.groupBy(posts, requestOf);
  const failed = posts.filter(hasFailed);
  const spansWithPost = new Set(failed.map(requestOf));
  const judged = judgeApprovals(sightings);
  const events = judged.filter((event) => !repeatsPost(event, spansWithPost));
  const refused = new Set(judged.filter(isRefusedForMoney).map(({ spanId }) => spanId));
  const hidden = failed.map((post) => failedCall(post, requests.get(requestOf(post)), refused));
  const starts = events.some((event) => event.kind === "session_start") ? [] : startsByConfig(sightings);
  const calls = onlyNewWindows(events).map((event) => asLastAttempt(event, attempts));
  return completeFamily([...calls, ...hidden, ...starts]);
}

/** Only a POST inside a model request is one; the agent also posts to other places. */
function requestsBySpan(sightings: readonly Sighting[]): Map<string, Clue> {
  const requests = sightings.filter((sighting) => isClue(sighting, "model_request"));
  return new Map(requests.map((request) => [request.spanId ?? "", request]));
}

/** Only the record of the whole request says that money was the reason. */
function isRefusedForMoney(event: Event): boolean {
  return event.kind === "model_call" && event.spendLimit === true;
}

/** An `api_error` whose model request has a failed POST speaks of that POST. */
function repeatsPost(event: Event, spansWithPost: ReadonlySet<string>): boolean {
  const isError = event.kind === "model_call" && event.result === "failed";
  return isError && event.spanId !== undefined && spansWithPost.has(event.spanId);
}

function failedCall(
  { name: _name, facts, ...origin }: Clue,
  request: Clue | undefined,
  refused: ReadonlySet<string | undefined>,
): ModelCall {
  const status = Number(facts["status"]);
  const caller = request?.facts["caller"];
  return {
    ...untoldCall(origin),
    result: "failed",
    model: request?.facts["model"]?.toString() ?? null,
    durationMs: origin.at - origin.startedAt,
    status,
    retryable: isRetryable(status),
    ...(refused.has(String(facts["parent"])) ? { retryable: false, spendLimit: true } : {}),
    helper: caller === "agent",
    foreground: caller === "conversation",
  };
}

function startsByConfig(sightings: readonly Sighting[]): SessionStart[] {
  return sightings
    .filter((sighting) => isClue(sighting, "config"))
    .map(({ name: _name, facts: _facts, ...origin }) => ({
      ...origin,
      kind: "session_start",
      interactive: null,
      previousSession: null,
      maybeHelper: false,
    }));
}

/** The OTLP endpoints: a request in, durable telemetry and its answer out. */
import type { Caller, KeyProblem } from "../identity/caller.ts";
import type { StreamRequest } from "../stream/request.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError } from "../vocabulary/log.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import { fail, type Result } from "../vocabulary/result.ts";
import type { Bytes } from "../vocabulary/units.ts";
import { answer } from "./answer.ts";
import type { Verdict } from "./answer.ts";
import { plainAuthorization } from "./authorization.ts";
import { checkHeaders, readBody } from "./reading/body.ts";
import { createLane, type Lane, LARGE_BODY, type Passage } from "./reading/lane.ts";
import type { BodyProblem } from "./reading/body.ts";
import { holdsMoreNames } from "./walk/count-names.ts";
import { holdsMoreValues } from "./walk/count-values.ts";
import type { IngestCounters, Refusal } from "./counters.ts";
import type { Findings } from "./walk/findings.ts";
import { streamRequestOf } from "./stream-request.ts";
import { parseBody } from "./reading/parse.ts";
import { otlpSignalOf, pathOf } from "./path.ts";
import { createRateLimit } from "./rate.ts";
import type { RateLimit } from "./rate.ts";
import { createPace, LEAST_PACE, type LeastPace, type Pace } from "./reading/pace.ts";
import { faultOfKey, faultOfType, type RefusedSenders } from "./senders/refused-senders.ts";
import { createRoom, type Room } from "./reading/room.ts";
import { requestIdOf } from "./request-id.ts";
import { walkBody } from "./walk/walk.ts";

/** What ingest needs of the rest of the program. */
export interface IngestParts {
  keys: {
    /** Takes: the header as `Bearer <key>`, whatever spelling it came in; null when there is none. */
    judge(authorization: string | null): Promise<Result<Caller, KeyProblem>> | Result<Caller, KeyProblem>;
  };
  publisher: {
    /** Gives: success once the frame is on disk. */
    publish(request: StreamRequest): Promise<Result<void, { kind: "full" | "unavailable" | "stopping" }>>;
    /** Why a frame that came now would not be taken, null when it would; asked before a body is read. */
    refusal(): "full" | "unavailable" | "stopping" | null;
  };
  clock: Clock;
  limits: {
    bodyBytes: Bytes;
    /** Records, spans, data points and what holds them, in one body. */
    items: number;
    /** Requests a minute that one key may send; 0 is no limit. */
    requestsPerMinute?: number;
    /** How slowly a body may arrive; `LEAST_PACE` unless it is told. */
    pace?: LeastPace;
  };
  counters: IngestCounters;
  refusedSenders: Pick<RefusedSenders, "note">;
  log: Log;
}

/** JSON values that a body may hold for each item it may hold: a body of usual records has less. */
const VALUES_AN_ITEM = 10;

/** Different names of fields in a body: OTLP has about sixty, and the names of attributes are none. */
const MOST_NAMES = 10_000;
/** Counting them costs more than the walk; a shorter body cannot hold enough of them to matter. */
const NAMES_COUNTED_FROM: Bytes = 2 * 1024 * 1024;

/** Bodies that are read at once; those that were read and wait for the stream count apart. */
const READING_BYTES: Bytes = 128 * 1024 * 1024;
/** Of these for one key: what is left is enough for a whole body of another. */
const READING_BYTES_OF_KEY: Bytes = 96 * 1024 * 1024;

/** What a request passes before its body is read. */
interface Gates {
  rate: RateLimit;
  room: Room;
  lane: Lane;
  pace: Pace;
}

/**
 * The three OTLP endpoints as one function.
 *
 * Takes: requests whose path `otlpSignalOf` knows; any other answers 404.
 * Gives: an answer for every request; 200 only after the frame is on disk.
 */
export function createIngest(parts: IngestParts): (request: Request) => Promise<Response> {
  const gates: Gates = {
    rate: createRateLimit(parts.limits.requestsPerMinute ?? 0, parts.clock),
    room: createRoom(READING_BYTES, READING_BYTES_OF_KEY),
    lane: createLane(),
    pace: createPace(parts.limits.pace ?? LEAST_PACE),
  };
  return async (request) => {
    const outcome = await outcomeOf(request, parts, gates);
    const refusal = REFUSALS[outcome.kind];
    if (refusal !== null) parts.counters.refused(refusal);
    return answer(outcome);
  };
}

const REFUSALS: Record<Verdict["kind"], Refusal | null> = {
  accepted: null,
  no_such_path: null,
  wrong_method: "method",
  no_caller: "key",
  not_json_type: "type",
  unknown_encoding: "encoding",
  too_large: "too_large",
  too_many_items: "too_large",
  malformed: "malformed",
  too_slow: "too_slow",
  too_many: "rate",
  no_room: "unavailable",
  unavailable: "unavailable",
  failed: "failed",
};

/** The border where a bug or a broken disk becomes an answer: no exception leaves ingest, and no stack its answers. */
async function outcomeOf(request: Request, parts: IngestParts, gates: Gates): Promise<Verdict> {
  try {
    return await accept(request, parts, gates);
  } catch (error) {
    const fields = { requestId: requestIdOf(request), reason: describeError(error) };
    parts.log.error("an OTLP request failed", fields);
    return { kind: "failed" };
  }
}

async function accept(request: Request, parts: IngestParts, gates: Gates): Promise<Verdict> {
  const path = otlpSignalOf(pathOf(request.url));
  if (path === null) return { kind: "no_such_path" };
  if (request.method !== "POST") return { kind: "wrong_method" };
  parts.counters.received(path);
  const caller = await parts.keys.judge(plainAuthorization(request.headers.get("authorization")));
  if (!caller.ok) {
    const { fault, owner } = faultOfKey(caller.problem);
    parts.refusedSenders.note(request, fault, owner);
    return { kind: "no_caller", why: caller.problem.kind };
  }
  const wait = gates.rate.take(caller.value.keyId);
  if (wait !== null) return { kind: "too_many", retryAfter: wait };
  const passage = gates.lane.open();
  try {
    const body = await takeBody(request, parts, { ...gates, passage, keyId: caller.value.keyId });
    if (body.ok) return await store(body.value, { path, caller: caller.value }, parts);
    noteFormat(body.problem, { request, caller: caller.value }, parts);
    return body.problem;
  } finally {
    passage.leave();
  }
}

/** A body of another type or packing is a setting of its sender's; the other problems pass or are the body's own. */
function noteFormat(
  problem: Verdict,
  { request, caller }: { request: Request; caller: Caller },
  { refusedSenders }: IngestParts,
): void {
  if (problem.kind === "not_json_type") refusedSenders.note(request, faultOfType(request.headers), caller);
  if (problem.kind === "unknown_encoding") refusedSenders.note(request, "encoding", caller);
}

async function takeBody(
  request: Request,
  parts: IngestParts,
  { room, pace, passage, keyId }: Gates & { passage: Passage; keyId: string },
): Promise<Result<string, Verdict>> {
  const limitBytes = parts.limits.bodyBytes;
  const encoding = checkHeaders(request.headers, limitBytes);
  if (!encoding.ok) return fail(outcomeOfBody(encoding.problem));
  const refusal = parts.publisher.refusal();
  if (refusal !== null) return fail({ kind: "unavailable", why: refusal });
  const place = room.open(keyId);
  try {
    const body = await readBody(request, encoding.value, { limitBytes, place, passage, pace });
    return body.ok ? body : fail(outcomeOfBody(body.problem));
  } finally {
    place.leave();
  }
}

function outcomeOfBody(problem: BodyProblem): Verdict {
  switch (problem.kind) {
    case "broken_gzip":
      return { kind: "malformed", violation: { field: "", description: "the body is no complete gzip" } };
    case "cut_off":
      return { kind: "malformed", violation: { field: "", description: "the body ended too early" } };
    case "not_json_type":
    case "unknown_encoding":
    case "too_large":
    case "too_slow":
    case "no_room":
      return problem;
  }
}

async function store(
  body: string,
  from: { path: Signal; caller: Caller },
  parts: IngestParts,
): Promise<Verdict> {
  const examined = examine(body, parts.limits.items);
  if (!examined.ok) return examined.problem;
  const findings = examined.value;
  if (!findings.isEmpty()) {
    const request = streamRequestOf(body, { ...from, findings, receivedAt: parts.clock() });
    const published = await parts.publisher.publish(request);
    if (!published.ok) return { kind: "unavailable", why: published.problem.kind };
  }
  parts.counters.accepted(from.path, findings);
  return { kind: "accepted", path: from.path, findings };
}

/** Apart from `store`, so that the parsed body is garbage while its request waits for the acknowledgement. */
function examine(body: string, mostItems: number): Result<Findings, Verdict> {
  const mostValues = mostItems * VALUES_AN_ITEM;
  const tooMany = { kind: "too_many_items", mostItems, mostValues, mostNames: MOST_NAMES } as const;
  if (holdsMoreValues(body, mostValues)) return fail(tooMany);
  if (body.length <= LARGE_BODY) return walkParsed(body, mostItems, tooMany);
  // what is left of reading before the parse, and what was parsed before the engine parses it again
  Bun.gc(true);
  const walked = walkParsed(body, mostItems, tooMany);
  Bun.gc(true);
  return walked;
}

function walkParsed(
  body: string,
  mostItems: number,
  tooMany: Extract<Verdict, { kind: "too_many_items" }>,
): Result<Findings, Verdict> {
  const parsed = parseBody(body);
  if (!parsed.ok) return fail({ kind: "malformed", violation: { field: "", description: parsed.problem } });
  if (body.length > NAMES_COUNTED_FROM && holdsMoreNames(parsed.value, MOST_NAMES)) return fail(tooMany);
  const walked = walkBody(parsed.value, mostItems);
  if (walked.ok) return walked;
  const { kind, ...violation } = walked.problem;
  return fail(kind === "malformed" ? { kind, violation } : tooMany);
}

/** What every request passes before its body is looked at: its key's rate, the room there is, the way through. */
import type { MostValues } from "./reading/count-values.ts";
import type { KeyCaller } from "../identity/caller.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import type { Bytes } from "../vocabulary/units.ts";
import type { Verdict } from "./answer.ts";
import { createRateLimit, type RateLimit } from "./rate.ts";
import { type BodyProblem, checkHeaders, readBody } from "./reading/body.ts";
import { createLane, type Lane, type Passage } from "./reading/lane.ts";
import { createPace, LEAST_PACE, type LeastPace, type Pace } from "./reading/pace.ts";
import { createRoom, type Room } from "./reading/room.ts";

/** Bodies that are read at once; those that were read and wait for the stream count apart. */
const READING_BYTES: Bytes = 128 * 1024 * 1024;
/** Of these for one key: what is left is enough for a whole body of another. */
const READING_BYTES_OF_KEY: Bytes = 96 * 1024 * 1024;

/** How much may be sent. */
export interface SendingLimits {
  bodyBytes: Bytes;
  /** Requests a minute that one key may send; 0 is no limit. */
  requestsPerMinute?: number;
  /** How slowly a body may arrive; `LEAST_PACE` unless it is given. */
  pace?: LeastPace;
}

/** Shared by all paths that take records, so that what one key may do holds for all of them together. */
export interface Gates {
  bodyBytes: Bytes;
  rate: RateLimit;
  room: Room;
  lane: Lane;
  pace: Pace;
}

export function openGates(limits: SendingLimits, clock: Clock): Gates {
  return {
    bodyBytes: limits.bodyBytes,
    rate: createRateLimit(limits.requestsPerMinute ?? 0, clock),
    room: createRoom(READING_BYTES, READING_BYTES_OF_KEY),
    lane: createLane(),
    pace: createPace(limits.pace ?? LEAST_PACE),
  };
}

/** Why a request is refused before anybody looks at what its body says. */
export type Barred =
  | Exclude<BodyProblem, { kind: "broken_gzip" | "no_protobuf" | "cut_off" }>
  | Extract<Verdict, { kind: "malformed" | "too_many" | "unavailable" }>;

/** A request whose key was judged. */
interface Judged {
  request: Request;
  caller: KeyCaller;
  /** JSON values that its body may hold. */
  mostValues: MostValues;
  /** Which records a body in protobuf holds; null where JSON is the only format. */
  protobufOf: Signal | null;
  /** Why a request that came now would not be taken, null when it would; asked before a body is read. */
  refusal(): "full" | "unavailable" | "stopping" | null;
}

/** Reads the body and hands it on; its place is held until whoever uses it is done. */
export async function passGates<Outcome>(
  gates: Gates,
  judged: Judged,
  use: (body: string) => Promise<Outcome>,
): Promise<Result<Outcome, Barred>> {
  const wait = gates.rate.take(judged.caller.keyId);
  if (wait !== null) return fail({ kind: "too_many", retryAfter: wait });
  const passage = gates.lane.open();
  try {
    const body = await takeBody(gates, judged, passage);
    return body.ok ? succeed(await use(body.value)) : body;
  } finally {
    passage.leave();
  }
}

async function takeBody(
  { room, pace, bodyBytes: limitBytes }: Gates,
  { request, caller, mostValues, protobufOf, refusal }: Judged,
  passage: Passage,
): Promise<Result<string, Barred>> {
  const packing = checkHeaders(request.headers, { limitBytes, protobufOf });
  if (!packing.ok) return fail(barredBy(packing.problem));
  const why = refusal();
  if (why !== null) return fail({ kind: "unavailable", why });
  const place = room.open(caller.keyId);
  try {
    const reception = { limitBytes, protobufOf, mostValues, place, passage, pace };
    const body = await readBody(request, packing.value, reception);
    return body.ok ? body : fail(barredBy(body.problem));
  } finally {
    place.leave();
  }
}

function barredBy(problem: BodyProblem): Barred {
  switch (problem.kind) {
    case "broken_gzip":
      return { kind: "malformed", violation: { field: "", description: "the body is no complete gzip" } };
    case "no_protobuf":
      return { kind: "malformed", violation: { field: "", description: "the body is no complete protobuf" } };
    case "cut_off":
      return { kind: "malformed", violation: { field: "", description: "the body ended too early" } };
    default:
      return problem;
  }
}

/** The OTLP endpoints: a request in, durable telemetry and its answer out. */
import type { KeyCaller, KeyProblem } from "../identity/caller.ts";
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
import { type Gates, openGates, passGates, type SendingLimits } from "./gates.ts";
import { LARGE_BODY } from "./reading/lane.ts";
import { holdsMoreNames } from "./reading/count-names.ts";
import type { MostValues } from "./reading/count-values.ts";
import { formatOf } from "./reading/format.ts";
import type { IngestCounters, Refusal } from "./counters.ts";
import type { Findings } from "./walk/findings.ts";
import { streamRequestOf } from "./stream-request.ts";
import { parseBody } from "./reading/parse.ts";
import { otlpSignalOf, pathOf } from "./path.ts";
import { faultOfKey, faultOfType, type RefusedSenders } from "./senders/refused-senders.ts";
import { requestIdOf } from "./request-id.ts";
import { walkBody } from "./walk/walk.ts";

/** What ingest needs of the rest of the program. */
export interface IngestParts {
  keys: {
    /**
     * @param authorization - The header as `Bearer <key>`, whatever spelling it came in; null when there is
     *   none.
     */
    judge(
      authorization: string | null,
    ): Promise<Result<KeyCaller, KeyProblem>> | Result<KeyCaller, KeyProblem>;
  };
  publisher: {
    /** Returns success once the frame is on disk. */
    publish(
      request: StreamRequest,
    ): Promise<Result<void, { kind: "full" | "unavailable" | "stopping" | "too_large" }>>;
    /** Why a frame that came now would not be taken, null when it would; asked before a body is read. */
    refusal(): "full" | "unavailable" | "stopping" | null;
  };
  clock: Clock;
  limits: SendingLimits & {
    /** Records, spans and data points in one body, and what could hold such and holds none. */
    items: number;
    /** Whether bodies may be protobuf; `false` unless it is given. */
    protobuf?: boolean;
  };
  counters: IngestCounters;
  refusedSenders: Pick<RefusedSenders, "note">;
  log: Log;
}

/**
 * How many JSON values and objects a body may hold for each item it may hold: 20 MiB of what exporters write, records
 * with many attributes or histograms, has less of both.
 */
const AN_ITEM: MostValues = { values: 40, objects: 10 };

/**
 * Different names of fields in a body: OTLP has about sixty, and the names of attributes are none. A million objects
 * take 145 MB with 1,000 names, 424 MB with 9,900.
 */
const MOST_NAMES = 1_000;
/** Counting them takes time; a shorter body cannot hold enough of them to matter. */
const NAMES_COUNTED_FROM: Bytes = 2 * 1024 * 1024;

/**
 * The three OTLP endpoints as one function.
 *
 * @returns An answer for every request; 200 only after the frame is on disk.
 * @remarks Takes requests whose path `otlpSignalOf` knows; any other answers 404. Gates that other paths
 *   share; its own when they are absent.
 */
export function createIngest(
  parts: IngestParts,
  gates: Gates = openGates(parts.limits, parts.clock),
): (request: Request) => Promise<Response> {
  return async (request) => {
    const outcome = await outcomeOf(request, parts, gates);
    const refusal = REFUSALS[outcome.kind];
    if (refusal !== null) parts.counters.refused(refusal);
    return answer(outcome, parts.limits.protobuf === true ? formatOf(request.headers) : "json");
  };
}

const REFUSALS: Record<Verdict["kind"], Refusal | null> = {
  accepted: null,
  no_such_path: null,
  wrong_method: "method",
  no_caller: "key",
  no_ingest: "key",
  not_json_type: "type",
  unknown_encoding: "encoding",
  too_large: "too_large",
  too_many_items: "too_large",
  unpackable: "too_large",
  malformed: "malformed",
  too_deep: "malformed",
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
  const endpoint = otlpSignalOf(pathOf(request.url));
  if (endpoint === null) return { kind: "no_such_path" };
  if (request.method !== "POST") return { kind: "wrong_method" };
  parts.counters.received(endpoint);
  const caller = await parts.keys.judge(plainAuthorization(request.headers.get("authorization")));
  if (!caller.ok) return refuseCaller(caller.problem, request, parts);
  if (!caller.value.scopes.includes("ingest")) {
    parts.refusedSenders.note(request, "reading_key", caller.value);
    return { kind: "no_ingest" };
  }
  const { items, protobuf = false } = parts.limits;
  const judged = {
    request,
    caller: caller.value,
    mostValues: mostValuesFor(items),
    protobufOf: protobuf ? endpoint : null,
    refusal: () => parts.publisher.refusal(),
  };
  const passed = await passGates(gates, judged, (body) =>
    store(body, { endpoint, caller: caller.value }, parts),
  );
  if (passed.ok) return passed.value;
  if (passed.problem.kind === "too_many_values") return tooManyItems(items);
  noteFormat(passed.problem, { request, caller: caller.value }, parts);
  return passed.problem;
}

function refuseCaller(problem: KeyProblem, request: Request, { refusedSenders }: IngestParts): Verdict {
  if (problem.kind === "unread") return { kind: "unavailable", why: "keys" };
  const { fault, owner } = faultOfKey(problem);
  refusedSenders.note(request, fault, owner);
  return { kind: "no_caller", fault: problem };
}

/** A body of another type or packing is a setting of its sender's; the other problems pass or are the body's own. */
function noteFormat(
  problem: Verdict,
  { request, caller }: { request: Request; caller: KeyCaller },
  { refusedSenders }: IngestParts,
): void {
  if (problem.kind === "not_json_type") refusedSenders.note(request, faultOfType(request.headers), caller);
  if (problem.kind === "unknown_encoding") refusedSenders.note(request, "encoding", caller);
}

function tooManyItems(mostItems: number): Verdict {
  return { kind: "too_many_items", mostItems, most: mostValuesFor(mostItems), mostNames: MOST_NAMES };
}

function mostValuesFor(items: number): MostValues {
  return { values: items * AN_ITEM.values, objects: items * AN_ITEM.objects };
}

/** Not async: such a function keeps what it was given, the whole text, until it ends. */
function store(
  body: string,
  from: { endpoint: Signal; caller: KeyCaller },
  parts: IngestParts,
): Promise<Verdict> {
  const examined = examine(body, parts.limits.items);
  if (!examined.ok) return Promise.resolve(examined.problem);
  const findings = examined.value;
  const accepted = (): Verdict => {
    parts.counters.accepted(from.endpoint, findings);
    return { kind: "accepted", endpoint: from.endpoint, findings };
  };
  if (findings.isEmpty()) return Promise.resolve(accepted());
  const request = streamRequestOf(body, { ...from, findings, receivedAt: parts.clock() });
  return parts.publisher
    .publish(request)
    .then((published) => (published.ok ? accepted() : notStored(published.problem.kind)));
}

function notStored(why: "full" | "unavailable" | "stopping" | "too_large"): Verdict {
  return why === "too_large" ? { kind: "unpackable" } : { kind: "unavailable", why };
}

/** Apart from `store`, so that the parsed body is garbage while its request waits for the acknowledgement. */
function examine(body: string, mostItems: number): Result<Findings, Verdict> {
  if (body.length <= LARGE_BODY) return walkParsed(body, mostItems);
  // what is left of reading before the parse, and what was parsed before the engine parses it again
  Bun.gc(true);
  const walked = walkParsed(body, mostItems);
  Bun.gc(true);
  return walked;
}

function walkParsed(body: string, mostItems: number): Result<Findings, Verdict> {
  if (body.length > NAMES_COUNTED_FROM && holdsMoreNames(body, MOST_NAMES))
    return fail(tooManyItems(mostItems));
  const parsed = parseBody(body);
  if (!parsed.ok) return fail({ kind: "malformed", violation: { field: "", description: parsed.problem } });
  const walked = walkBody(parsed.value, mostItems);
  if (walked.ok) return walked;
  const { kind, ...violation } = walked.problem;
  return fail(kind === "malformed" ? { kind, violation } : tooManyItems(mostItems));
}

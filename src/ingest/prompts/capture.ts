/** The Claude Code plugin's two paths: a prompt or a response in, on disk when it is answered. */
import type { MostValues } from "../reading/count-values.ts";
import type { z } from "zod";
import type { KeyCaller, KeyFault } from "../../identity/caller.ts";
import { describeError } from "../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { IngestParts } from "../accept.ts";
import { plainAuthorization } from "../authorization.ts";
import { type Barred, type Gates, passGates } from "../gates.ts";
import { pathOf, plainPath } from "../path.ts";
import { parseBody } from "../reading/parse.ts";
import { requestIdOf } from "../request-id.ts";
import { faultOfKey } from "../senders/refused-senders.ts";
import type { Captured } from "./captured.ts";
import { type CAPTURED_PROMPT, type CAPTURED_RESPONSE, PROMPT_BODY, RESPONSE_BODY } from "./prompt-body.ts";
import { promptRequestOf } from "./prompt-record.ts";
import { type Circumstances, readPrompt, readResponse } from "./read-prompt.ts";

/** What is reported about a request once it is on disk. */
export type CaptureAnswer = z.output<typeof CAPTURED_PROMPT> | z.output<typeof CAPTURED_RESPONSE>;

/** Why nothing was stored. */
export type CaptureProblem =
  | Barred
  | { kind: "no_caller"; fault: KeyFault }
  | { kind: "no_ingest" | "wrong_method" | "unpackable" | "failed" }
  | { kind: "invalid"; errors: readonly { path: string; message: string }[] };

export type CaptureOutcome = Result<CaptureAnswer, CaptureProblem>;

/** What capturing needs of the rest of the program. */
export interface CaptureParts extends Omit<IngestParts, "limits"> {
  gates: Gates;
  /** The longest text of a prompt or a response that is kept, in code points. */
  maxChars: number;
}

/** JSON values in a body: parsed they take many times its memory, and a hook has some dozens. */
const MOST_VALUES: MostValues = { values: 10_000, objects: 10_000 };

/** One of the paths. */
type CapturePath = "/v1/prompts" | "/v1/prompts/response";

/** Whether a request is for one of the two paths. */
export function isCapturePath(path: string): boolean {
  return plainPath(path) in READERS;
}

/**
 * Returns success once the prompt is on disk.
 *
 * @param parts - Requests whose path `isCapturePath` knows.
 */
export function createCapture(parts: CaptureParts): (request: Request) => Promise<CaptureOutcome> {
  const nextArrival = distinctArrivals(parts.clock);
  return async (request) => {
    const outcome = await outcomeOf(request, parts, nextArrival);
    if (outcome.ok) parts.counters.captured();
    else parts.counters.refused(REFUSALS[outcome.problem.kind]);
    return outcome;
  };
}

const REFUSALS = {
  no_caller: "key",
  no_ingest: "key",
  wrong_method: "method",
  invalid: "malformed",
  malformed: "malformed",
  too_deep: "malformed",
  not_json_type: "type",
  unknown_encoding: "encoding",
  too_large: "too_large",
  too_many_values: "too_large",
  unpackable: "too_large",
  too_slow: "too_slow",
  too_many: "rate",
  no_room: "unavailable",
  unavailable: "unavailable",
  failed: "failed",
} as const;

/** Milliseconds are too coarse to keep two prompts of the same words apart that come at once. */
function distinctArrivals(clock: CaptureParts["clock"]): () => bigint {
  let last = 0n;
  return () => {
    const now = BigInt(clock()) * 1_000_000n;
    last = now > last ? now : last + 1n;
    return last;
  };
}

/** The border where a bug or a broken disk becomes an answer, as in ingest. */
async function outcomeOf(
  request: Request,
  parts: CaptureParts,
  nextArrival: () => bigint,
): Promise<CaptureOutcome> {
  try {
    return await capture(request, parts, nextArrival);
  } catch (error) {
    const fields = { requestId: requestIdOf(request), reason: describeError(error) };
    parts.log.error("a prompt could not be captured", fields);
    return fail({ kind: "failed" });
  }
}

async function capture(
  request: Request,
  parts: CaptureParts,
  nextArrival: () => bigint,
): Promise<CaptureOutcome> {
  parts.counters.received("prompts");
  const judgement = await parts.keys.judge(plainAuthorization(request.headers.get("authorization")));
  if (!judgement.ok) {
    if (judgement.problem.kind === "unread") return fail({ kind: "unavailable", why: "keys" });
    const { fault, owner } = faultOfKey(judgement.problem);
    parts.refusedSenders.note(request, fault, owner);
    return fail({ kind: "no_caller", fault: judgement.problem });
  }
  const caller = judgement.value;
  if (!caller.scopes.includes("ingest")) {
    parts.refusedSenders.note(request, "reading_key", caller);
    return fail({ kind: "no_ingest" });
  }
  if (request.method !== "POST") return fail({ kind: "wrong_method" });
  const read = READERS[plainPath(pathOf(request.url)) as CapturePath];
  const refusal = () => parts.publisher.refusal();
  const judged = { request, caller, mostValues: MOST_VALUES, protobufOf: null, refusal };
  const passed = await passGates(parts.gates, judged, async (text): Promise<CaptureOutcome> => {
    const arrivedUnixNano = nextArrival();
    const { maxChars } = parts;
    const taken = read(text, { organization: caller.organizationId, arrivedUnixNano, maxChars });
    return taken.ok ? store(taken.value, { caller, parts }) : taken;
  });
  return passed.ok ? passed.value : passed;
}

/** What a body says, and what is answered when it is stored. */
interface Taken {
  captured: Captured;
  answer: CaptureAnswer;
}

type Read = (text: string, circumstances: Circumstances) => Result<Taken, CaptureProblem>;

const READERS: Readonly<Record<CapturePath, Read>> = {
  "/v1/prompts": (text, circumstances) => {
    const body = bodyOf(text, PROMPT_BODY);
    if (!body.ok) return body;
    const captured = readPrompt(body.value, circumstances);
    const answer = { promptId: captured.facts.promptId, turnIndex: body.value.turn_index ?? null };
    return succeed({ captured, answer });
  },
  "/v1/prompts/response": (text, circumstances) => {
    const body = bodyOf(text, RESPONSE_BODY);
    if (!body.ok) return body;
    const answer = { promptId: body.value.prompt_id ?? null };
    return succeed({ captured: readResponse(body.value, circumstances), answer });
  },
};

/** @throws With places and sentences that repeat nothing of the body. */
function bodyOf<Body>(text: string, schema: z.ZodType<Body>): Result<Body, CaptureProblem> {
  const parsed = parseBody(text);
  if (!parsed.ok) return fail({ kind: "malformed", violation: { field: "", description: parsed.problem } });
  const body = schema.safeParse(parsed.value);
  if (body.success) return succeed(body.data);
  const errors = body.error.issues.map(({ path, message }) => ({
    path: path.length === 0 ? "root" : path.join("."),
    message,
  }));
  return fail({ kind: "invalid", errors });
}

async function store(
  { captured, answer }: Taken,
  { caller, parts }: { caller: KeyCaller; parts: CaptureParts },
): Promise<CaptureOutcome> {
  const request = promptRequestOf(captured, { caller, receivedAt: parts.clock() });
  const published = await parts.publisher.publish(request);
  if (published.ok) return succeed(answer);
  const { kind: why } = published.problem;
  return fail(why === "too_large" ? { kind: "unpackable" } : { kind: "unavailable", why });
}

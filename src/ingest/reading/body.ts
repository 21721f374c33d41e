/** Reads a request's body as text of JSON, unzipped and decoded, without ever holding more of it than the limit. */
import { gunzip, gunzipSync } from "node:zlib";
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { decodeProtobuf } from "../protobuf/decode.ts";
import type { Signal } from "../../vocabulary/otlp.ts";
import { excessIn } from "./count-values.ts";
import { type BodyFormat, formatOf } from "./format.ts";
import { LARGE_BODY, type Passage } from "./lane.ts";
import { receive, type ReceiveProblem, type Reception } from "./receive.ts";

export type BodyProblem =
  | { kind: "not_json_type" }
  | { kind: "unknown_encoding" }
  | ReceiveProblem
  | { kind: "broken_gzip" }
  | { kind: "no_protobuf" }
  | { kind: "cut_off" };

type Encoding = "gzip" | "identity";

/** How a body is packed, as its headers say. */
export interface Packing {
  encoding: Encoding;
  format: BodyFormat;
}

/** What bodies may be. */
export interface Accepted {
  limitBytes: Bytes;
  /** Which records a body in protobuf holds; null where JSON is the only format. */
  protobufOf: Signal | null;
}

/** Above this size a zipped body is unpacked outside the thread that answers requests. */
const UNZIP_AT_ONCE: Bytes = 32 * 1024;

/**
 * Whether the headers announce a body that can be read, before any of it is read.
 *
 * @throws `not_json_type` for any type but application/json and, where it is taken, application/x-protobuf,
 *   `unknown_encoding` for anything but gzip, x-gzip and identity, `too_large` when the announced length is.
 */
export function checkHeaders(
  headers: Headers,
  { limitBytes, protobufOf }: Accepted,
): Result<Packing, BodyProblem> {
  const format = formatOf(headers);
  if (format === null || (format === "protobuf" && protobufOf === null))
    return fail({ kind: "not_json_type" });
  const encoding = encodingOf(headers.get("content-encoding"));
  if (encoding === null) return fail({ kind: "unknown_encoding" });
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return fail({ kind: "too_large", limitBytes });
  return succeed({ encoding, format });
}

function encodingOf(encoding: string | null): Encoding | null {
  if (encoding === null) return "identity";
  const name = encoding.trim().toLowerCase();
  if (name === "gzip" || name === "x-gzip") return "gzip";
  return name === "" || name === "identity" ? "identity" : null;
}

/** What a body may take until it is text. */
export interface BodyReception extends Reception, Accepted {
  /** The way through the lane, which a large body enters before it is unzipped and decoded. */
  passage: Passage;
}

/** Strips one leading byte order mark and writes U+FFFD for bytes that are no UTF-8. */
const decoder = new TextDecoder();

/**
 * The whole body as the sender wrote it before it was zipped, as text; protobuf as the JSON of the same records.
 *
 * @param request - A request whose headers passed; the limit counts for the body as sent, unzipped, and as JSON.
 * @throws `too_large`, `too_many_values`, `too_deep`, `too_slow`, `no_room`, `broken_gzip`, `no_protobuf`, and
 *   `cut_off` when the sender went away in the middle.
 */
export async function readBody(
  request: Request,
  { encoding, format }: Packing,
  reception: BodyReception,
): Promise<Result<string, BodyProblem>> {
  try {
    const isText = encoding === "identity" && format === "json";
    const sent = await receive(request, isText ? "text" : "bytes", reception);
    if (!sent.ok) return sent;
    if (typeof sent.value === "string") return succeed(sent.value);
    const isZipped = encoding === "gzip";
    const plain = isZipped ? await unzip(sent.value, reception) : await passed(sent.value, reception);
    if (!plain.ok) return plain;
    return await textOf(plain.value, { isZipped, format }, reception);
  } catch (cause) {
    if (isGone(cause, request)) return fail({ kind: "cut_off" });
    throw new Error("reading the body of an OTLP request", { cause });
  }
}

function isGone(cause: unknown, request: Request): boolean {
  return request.signal.aborted || (cause instanceof Error && cause.name === "AbortError");
}

/** The values of JSON that was not zipped were counted while it arrived. */
async function textOf(
  plain: Uint8Array,
  { isZipped, format }: { isZipped: boolean; format: BodyFormat },
  reception: BodyReception,
): Promise<Result<string, BodyProblem>> {
  if (format === "protobuf") return jsonOf(plain, reception);
  const excess = isZipped ? excessIn(plain, reception.mostValues) : null;
  return excess === null ? succeed(decoder.decode(plain)) : fail(excess);
}

/** What is decoded takes as much room as the JSON would, at most this many times what protobuf does, as a rule. */
const JSON_GROWTH = 3;

async function jsonOf(
  plain: Uint8Array,
  { limitBytes, protobufOf, mostValues, place, passage }: BodyReception,
): Promise<Result<string, BodyProblem>> {
  if (protobufOf === null) throw new Error("BUG: protobuf came past headers that refuse it");
  const likelyLength = plain.byteLength * JSON_GROWTH;
  if (likelyLength > LARGE_BODY && !(await passage.enter())) return fail({ kind: "no_room" });
  if (!place.grow(Math.min(likelyLength, limitBytes))) return fail({ kind: "no_room" });
  const decoded = decodeProtobuf(plain, protobufOf, mostValues);
  if (!decoded.ok) return decoded;
  const json = JSON.stringify(decoded.value);
  return Buffer.byteLength(json) > limitBytes ? fail({ kind: "too_large", limitBytes }) : succeed(json);
}

async function passed(
  plain: Uint8Array,
  { passage }: BodyReception,
): Promise<Result<Uint8Array, ReceiveProblem>> {
  const mayGo = plain.byteLength <= LARGE_BODY || (await passage.enter());
  return mayGo ? succeed(plain) : fail({ kind: "no_room" });
}

/** Takes room for as much as the end of the zipped bytes says, and for all that may be when that was not true. */
async function unzip(
  zipped: Uint8Array,
  { limitBytes, place, passage }: BodyReception,
): Promise<Result<Uint8Array, BodyProblem>> {
  const likelyLength = Math.min(declaredLengthOf(zipped), limitBytes);
  if (likelyLength > LARGE_BODY && !(await passage.enter())) return fail({ kind: "no_room" });
  if (!place.grow(likelyLength)) return fail({ kind: "no_room" });
  const plain = await unzipUpTo(zipped, likelyLength);
  if (plain.ok || plain.problem.kind !== "too_large" || likelyLength === limitBytes) return plain;
  if (!(await passage.enter())) return fail({ kind: "no_room" });
  return place.grow(limitBytes - likelyLength) ? unzipUpTo(zipped, limitBytes) : fail({ kind: "no_room" });
}

/**
 * @see RFC 1952, 2.3.1: the last four bytes are the length of the input, of the last member where there are
 *   more.
 */
function declaredLengthOf(zipped: Uint8Array): Bytes {
  const bytes = Buffer.from(zipped.buffer, zipped.byteOffset, zipped.byteLength);
  return bytes.length < 4 ? 1 : Math.max(1, bytes.readUInt32LE(bytes.length - 4));
}

/** The least that the library takes; more than the body, or it would ask for a second piece. */
const LEAST_CHUNK: Bytes = 64;

async function unzipUpTo(
  zipped: Uint8Array,
  limitBytes: Bytes,
): Promise<Result<Uint8Array, ReceiveProblem | { kind: "broken_gzip" }>> {
  // one piece for all of it: many small ones would be put together, and are there twice
  const options = { maxOutputLength: limitBytes, chunkSize: limitBytes + LEAST_CHUNK };
  try {
    if (zipped.byteLength <= UNZIP_AT_ONCE) return succeed(gunzipSync(zipped, options));
    return succeed(await unzipAside(zipped, options));
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code === "ERR_BUFFER_TOO_LARGE") return fail({ kind: "too_large", limitBytes });
    if (typeof code === "string" && code.startsWith("Z_")) return fail({ kind: "broken_gzip" });
    throw new Error("unzipping the body of an OTLP request", { cause });
  }
}

function unzipAside(zipped: Uint8Array, options: { maxOutputLength: Bytes }): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  gunzip(zipped, options, (error, plain) => (error === null ? resolve(plain) : reject(error)));
  return promise;
}

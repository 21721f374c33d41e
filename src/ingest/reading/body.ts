/** Reads a request's body, unzipped, without ever holding more of it than the limit. */
import { gunzip, gunzipSync } from "node:zlib";
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { excessIn } from "./count-values.ts";
import { LARGE_BODY, type Passage } from "./lane.ts";
import { receive, type ReceiveProblem, type Reception } from "./receive.ts";

export type BodyProblem =
  | { kind: "not_json_type" }
  | { kind: "unknown_encoding" }
  | ReceiveProblem
  | { kind: "broken_gzip" }
  | { kind: "cut_off" };

type Encoding = "gzip" | "identity";

/** Above this size a zipped body is unpacked outside the thread that answers requests. */
const UNZIP_AT_ONCE: Bytes = 32 * 1024;

/**
 * Whether the headers announce a body that can be read, before any of it is read.
 *
 * @throws `not_json_type` for any type but application/json (parameters and case do not matter),
 *   `unknown_encoding` for anything but gzip, x-gzip and identity, `too_large` when the announced length is.
 */
export function checkHeaders(headers: Headers, limitBytes: Bytes): Result<Encoding, BodyProblem> {
  if (!isJsonType(headers.get("content-type"))) return fail({ kind: "not_json_type" });
  const encoding = encodingOf(headers.get("content-encoding"));
  if (encoding === null) return fail({ kind: "unknown_encoding" });
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return fail({ kind: "too_large", limitBytes });
  return succeed(encoding);
}

function isJsonType(type: string | null): boolean {
  if (type === "application/json") return true;
  return type !== null && /^\s*application\/json\s*(;[^,]*)?$/i.test(type);
}

function encodingOf(encoding: string | null): Encoding | null {
  if (encoding === null) return "identity";
  const name = encoding.trim().toLowerCase();
  if (name === "gzip" || name === "x-gzip") return "gzip";
  return name === "" || name === "identity" ? "identity" : null;
}

/** What a body may take until it is text. */
export interface BodyReception extends Reception {
  /** The way through the lane, which a large body enters before it is unzipped and decoded. */
  passage: Passage;
}

/** Strips one leading byte order mark and writes U+FFFD for bytes that are no UTF-8. */
const decoder = new TextDecoder();

/**
 * The whole body as the sender wrote it before it was zipped, as text.
 *
 * @param request - A request whose headers passed; the limit counts for the body as sent and for the unzipped
 *   one.
 * @throws `too_large`, `too_many_values`, `too_deep`, `too_slow`, `no_room`, `broken_gzip`, and `cut_off`
 *   when the sender went away in the middle.
 */
export async function readBody(
  request: Request,
  encoding: Encoding,
  reception: BodyReception,
): Promise<Result<string, BodyProblem>> {
  try {
    const sent = await receive(request, encoding === "gzip" ? "bytes" : "text", reception);
    if (!sent.ok) return sent;
    if (typeof sent.value === "string") return succeed(sent.value);
    const plain =
      encoding === "gzip" ? await unzip(sent.value, reception) : await passed(sent.value, reception);
    if (!plain.ok) return plain;
    const excess = encoding === "gzip" ? excessIn(plain.value, reception.mostValues) : null;
    return excess === null ? succeed(decoder.decode(plain.value)) : fail(excess);
  } catch (cause) {
    if (isGone(cause, request)) return fail({ kind: "cut_off" });
    throw new Error("reading the body of an OTLP request", { cause });
  }
}

function isGone(cause: unknown, request: Request): boolean {
  return request.signal.aborted || (cause instanceof Error && cause.name === "AbortError");
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

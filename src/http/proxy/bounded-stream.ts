/** The body of a request on its way to an engine: bounded, and not read before an engine takes it. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { LARGEST_BODY, tooLarge } from "../bounded-body.ts";
import { problemResponse } from "../problems.ts";

/** A body that is passed on. */
export interface BoundedStream {
  /** The same one at each call. */
  stream(): ReadableStream<Uint8Array>;
  /** Whether any of it was read, so that it cannot be sent again. */
  isTouched(): boolean;
  /** Whether more came than any route takes. */
  isTooLong(): boolean;
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Bounds it.
 *
 * @returns null for a request without one.
 * @throws The answer 413 when its length is known and too much.
 */
export function boundStream(request: Request): Result<BoundedStream | null, Response> {
  if (request.body === null || WITHOUT_BODY.has(request.method)) return succeed(null);
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) return fail(refuseLongBody());
  const pieces = request.body[Symbol.asyncIterator]();
  let [isTouched, length] = [false, 0];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isTouched = true;
        const { done, value } = await pieces.next();
        if (done === true) return controller.close();
        length += value.byteLength;
        if (length > LARGEST_BODY) throw new Error("the body is too long");
        controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  );
  return succeed({
    stream: () => stream,
    isTouched: () => isTouched,
    isTooLong: () => length > LARGEST_BODY,
  });
}

/** The same answer as an engine's. */
export function refuseLongBody(): Response {
  const { status, parts } = tooLarge();
  return problemResponse(status, parts);
}

/** What ends a question before its answer. */

/** Returns whether time ran out: the asker's, or the time of somebody who had asked the same before. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

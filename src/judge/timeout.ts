/** What ends a question before its answer. */

/** Whether it is that a time was over: the asker's own, or that of somebody who had asked the same before. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Whether a model call that failed may work later. */

const RETRYABLE = new Set([408, 409, 429]);
const FIRST_ERROR = 400;
const FIRST_SERVER_ERROR = 500;

/** Whether an HTTP status stands for a failed call. */
export function isErrorStatus(status: number | null): boolean {
  return status !== null && status >= FIRST_ERROR;
}

/** 408, 409, 429 and 5xx may work later, other errors not; without a status (a broken connection) they may. */
export function isRetryable(status: number | null): boolean {
  return status === null || RETRYABLE.has(status) || status >= FIRST_SERVER_ERROR;
}

/** Turns the API's answers into data, or into a problem that a page can show. */

/** Why there is no answer. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";

  constructor(
    /** 0 when the server was not reached. */
    readonly status: number,
    detail: string,
    /** The request's id in the server's log; null when the server was not reached. */
    readonly requestId: string | null,
  ) {
    super(detail);
  }
}

/** Whether the server was not reached at all. */
export function isAway(problem: Error | null): boolean {
  return problem instanceof ApiProblem && problem.status === 0;
}

interface Answer<Data> {
  data: Data | null;
  error: { status: unknown; value: unknown } | null;
  response: Response;
}

/**
 * The data of an answer.
 *
 * @param call - A call of `api`.
 * @throws An ApiProblem with the server's own words, or with status 0 when it was not reached.
 */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await reached(call);
  if (error === null) return data as Data;
  throw new ApiProblem(response.status, detailOf(error.value), response.headers.get("x-request-id"));
}

async function reached<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    const answer = await call;
    // eden reports a refused connection as an error without a response
    if ((answer.response as Response | undefined) !== undefined) return answer;
  } catch {
    // the same, from fetch
  }
  throw new ApiProblem(0, "The server does not answer. It may be stopped, or this machine is offline.", null);
}

function detailOf(value: unknown): string {
  const problem = typeof value === "string" ? parsed(value) : value;
  const detail =
    typeof problem === "object" && problem !== null && "detail" in problem ? problem.detail : null;
  if (typeof detail !== "string") return "The server gave no reason; its log has one.";
  const flaws = flawsIn(problem);
  return POINTS_TO_FLAWS.test(detail) && flaws.length > 0
    ? `This is not valid: ${flaws.join("; ")}.`
    : detail;
}

/** A person does not see the list that these words point to. */
const POINTS_TO_FLAWS = /\berrors names\b/;

function flawsIn(problem: unknown): string[] {
  const errors =
    typeof problem === "object" && problem !== null && "errors" in problem ? problem.errors : null;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

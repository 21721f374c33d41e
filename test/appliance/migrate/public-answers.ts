/** What an appliance answers to whoever may read everything, so that it can be compared with what it answers elsewhere. */
import type { TestAppliance } from "../running.ts";

/** They say something of the process, or of the moment. */
const OF_THE_PROCESS =
  /^\/(health|ready|readyz|metrics|v1\/admin\/(status|audit)|v1\/openapi\.json|v1\/session|v1\/data-freshness)|stream|integrations|oidc|sign-in/;
/** When an answer was made. */
const MOMENTS = new Set([
  "as_of",
  "generated_at",
  "now",
  "until",
  "to",
  "from",
  "last_used_at",
  "start",
  "end",
  "periodStart",
  "periodEnd",
  "nextCursor",
  "lastUsedAt",
]);

/** Returns the answer of every path without an operand, and of each session's pages, by path. */
export async function readPublicAnswers(
  appliance: Pick<TestAppliance, "get" | "url">,
  key: string,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const document = (await (await appliance.get("/v1/openapi.json", key)).json()) as {
    paths: Record<string, { get?: unknown }>;
  };
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (get === undefined || path.includes("{") || OF_THE_PROCESS.test(path)) continue;
    answers[path] = await answerOf(appliance, path, key);
  }
  return answers;
}

async function answerOf(
  appliance: Pick<TestAppliance, "get" | "url">,
  path: string,
  key: string,
): Promise<unknown> {
  const answer = await appliance.get(path, key);
  const text = (await answer.text()).replaceAll(appliance.url, "its address");
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return { status: answer.status, body: isJson ? JSON.parse(text, withoutMoment) : text };
}

function withoutMoment(name: string, value: unknown): unknown {
  return MOMENTS.has(name) ? undefined : value;
}

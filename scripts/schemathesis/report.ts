/** Reads the report that Schemathesis writes, one event a line. */
import { z } from "zod";
import type { Failure } from "./known.ts";

const CONTENT = z.object({ $base64: z.string() });
const CHECK = z.object({
  name: z.string(),
  status: z.string(),
  failure_info: z.object({ failure: z.object({ message: z.string() }) }).nullish(),
});
const EXCHANGE = z.object({
  request: z.object({ method: z.string(), uri: z.string() }),
  response: z.object({ status_code: z.int(), content: CONTENT.nullish() }).nullish(),
});
const RECORDER = z.object({
  label: z.string(),
  checks: z.record(z.string(), z.array(CHECK)).default({}),
  interactions: z.record(z.string(), EXCHANGE).default({}),
});
const EVENT = z.looseObject({
  ScenarioFinished: z.object({ recorder: RECORDER }).optional(),
  EngineFinished: z.unknown().optional(),
  NonFatalError: z.unknown().optional(),
  FatalError: z.unknown().optional(),
});

/** What was tried, and what came of it. */
export interface Report {
  cases: number;
  /** Each failed check of each case, with the request that shows it. */
  failures: (Failure & { request: string; message: string })[];
  /** What Schemathesis itself could not do. */
  errors: string[];
}

/** @param text - The text of the report. */
export function readReport(text: string): Report {
  const report: Report = { cases: 0, failures: [], errors: [] };
  let isComplete = false;
  for (const line of text.trim().split("\n")) {
    const event = EVENT.parse(JSON.parse(line));
    if (event.ScenarioFinished !== undefined) addScenario(report, event.ScenarioFinished.recorder);
    if (event.NonFatalError !== undefined || event.FatalError !== undefined) report.errors.push(line);
    isComplete ||= event.EngineFinished !== undefined;
  }
  if (!isComplete) report.errors.push("the run broke off");
  return report;
}

function addScenario(report: Report, { label, checks, interactions }: z.infer<typeof RECORDER>): void {
  report.cases += Object.keys(interactions).length;
  for (const [id, results] of Object.entries(checks)) {
    for (const { name, failure_info: failed } of results.filter(({ status }) => status !== "success")) {
      const message = failed?.failure.message.split("\n")[0] ?? "";
      report.failures.push({ check: name, operation: label, message, ...describe(interactions[id]) });
    }
  }
}

function describe(
  exchange: z.infer<typeof EXCHANGE> | undefined,
): Pick<Report["failures"][number], "status" | "body" | "request"> {
  if (exchange === undefined) return { status: 0, body: "", request: "a request that was not written down" };
  const { request, response } = exchange;
  return {
    status: response?.status_code ?? 0,
    body: textOf(response?.content),
    request: `${request.method} ${request.uri}`,
  };
}

function textOf(content: z.infer<typeof CONTENT> | null | undefined): string {
  return content == null ? "" : Buffer.from(content.$base64, "base64").toString();
}

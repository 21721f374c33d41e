/** Telemetry to send to an appliance, and what it says of its routes. */
import type { TestAppliance } from "./running.ts";

/** What a prompt's log record says; all of it may be left out. */
interface PromptLog {
  session?: string;
  /** ISO 8601; now when it is left out. */
  at?: string;
  text?: string;
  /** More attributes, as text. */
  attributes?: Record<string, string>;
}

/** A body with one prompt, as Codex logs it. */
export function promptLog({ session = "session", at, text = "Fix the bug", attributes }: PromptLog): object {
  const plain = {
    "event.name": "codex.user_prompt",
    "conversation.id": session,
    prompt: text,
    prompt_length: String(text.length),
    ...attributes,
  };
  const record = {
    timeUnixNano: `${at === undefined ? Date.now() : Date.parse(at)}000000`,
    attributes: Object.entries(plain).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "codex_exec" } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] };
}

/** One operation of the OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  /** Whether it says that it needs no key. */
  isOpen: boolean;
  /** Query parameters by name. */
  parameters: Map<string, { maximum?: number }>;
  /** What its body may hold; a body with anything else is refused before it is read. */
  bodyNames: ReadonlySet<string>;
}

interface Parameter {
  name: string;
  in: string;
  schema: { maximum?: number };
}

interface Described {
  responses?: Record<string, { content?: Record<string, unknown> }>;
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> };
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { parameters: Record<string, Parameter> };
}

/**
 * Every operation that the appliance describes, so that a new route is tested without being named.
 *
 * Event streams are left out: no answer of theirs has an end. test/appliance/card-stream.test.ts has them.
 */
export async function listedOperations(appliance: TestAppliance, key: string): Promise<Operation[]> {
  const { paths, components } = (await (await appliance.get("/v1/openapi.json", key)).json()) as OpenApi;
  const shared = new Map(
    Object.entries(components.parameters).map(([name, parameter]) => [
      `#/components/parameters/${name}`,
      parameter,
    ]),
  );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // what is said of a path as a whole is no operation
      .filter(([method]) => method !== "description" && method !== "summary")
      .filter(([, { responses }]) => responses?.["200"]?.content?.["text/event-stream"] === undefined)
      .map(([method, { security, parameters = [], requestBody }]) => ({
        method,
        path,
        isOpen: security?.length === 0,
        parameters: new Map(
          parameters
            .map((parameter) => ("$ref" in parameter ? shared.get(parameter.$ref) : parameter))
            .filter((parameter) => parameter?.in === "query")
            .map((parameter) => [parameter?.name ?? "", parameter?.schema ?? {}]),
        ),
        bodyNames: new Set(Object.keys(requestBody?.content?.["application/json"]?.schema?.properties ?? {})),
      })),
  );
}

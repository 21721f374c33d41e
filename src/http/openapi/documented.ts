/** Turns the schemas of routes into the parts of an OpenAPI document. */
import type { DocumentDecoration } from "elysia";
import { z } from "zod";

const TOO_MANY = "This key sends more requests than it may; retryAfterSeconds tells when to ask again";

/** Statuses that any route with a key may answer beside its own. */
const PROBLEMS = {
  "400": "Malformed or invalid",
  "401": "Missing, unknown or revoked key",
  "403": "The key lacks the role",
  "404": "Nothing there that this key may see",
  "405": "Another method than the path has; Allow names those",
  "413": "A body of more than 1 MiB",
  "415": "A body that is not application/json",
  "421": "The Host header names another server; hosts and public_url say which names are this one's",
  "429": TOO_MANY,
  "500": "It broke here; the server's log has the reason",
  "503": "Took longer than the deadline, or its rows are being worked out again",
} as const;

/** Some of these as responses, for routes that list their answers themselves. */
export function usualProblems(...statuses: readonly (keyof typeof PROBLEMS)[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, problem(PROBLEMS[status])]));
}

/** One route in words and schemas. */
export interface Documentation {
  summary: string;
  tag: string;
  answer: z.ZodType;
  /** Of the answer; 200 when absent. */
  status?: "200" | "201" | "202";
  /** Media types beside JSON that the header `Accept` chooses. */
  forms?: readonly string[];
  /** When the route answers 409; absent when it never does. */
  conflict?: string;
  /** What parts of the path may be, by name; any text where it is not said. */
  path?: Readonly<Record<string, z.ZodType>>;
}

/** An operation of the document, without its query: that comes from the route's own schema. */
export function documented(documentation: Documentation): DocumentDecoration {
  const { summary, tag, answer, status = "200", path = {}, forms = [], conflict } = documentation;
  const text = forms.map((form) => [form, { schema: { type: "string" } }]);
  const responses: Record<string, object> = {
    [status]: {
      description: "OK",
      content: { "application/json": { schema: outputSchema(answer) }, ...Object.fromEntries(text) },
    },
  };
  for (const [status, description] of Object.entries(PROBLEMS)) responses[status] = problem(description);
  if (conflict !== undefined) responses["409"] = problem(conflict);
  // Elysia's own type is of OpenAPI 3.0, whose schemas are not yet JSON Schema.
  return {
    summary,
    tags: [tag],
    parameters: Object.entries(path).map(([name, schema]) => pathParameter(name, inputSchema(schema))),
    responses: responses as NonNullable<DocumentDecoration["responses"]>,
  };
}

/** A part of a path. */
export function pathParameter(
  name: string,
  schema: object,
): { name: string; in: "path"; required: true; schema: object } {
  return { name, in: "path", required: true, schema };
}

/** A response that is a problem. */
export function problem(description: string): object {
  return {
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** What an answer looks like. */
export function outputSchema(schema: z.ZodType): object {
  return withoutDialect(z.toJSONSchema(schema, { io: "output", override: writePair }));
}

/** What a caller sends. */
export function inputSchema(schema: z.ZodType): { properties?: Record<string, object>; required?: string[] } {
  return withoutDialect(z.toJSONSchema(schema, { io: "input" }));
}

/** A pair as an array of two: many readers of OpenAPI do not know `prefixItems`. */
function writePair({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [first, second] = jsonSchema.prefixItems ?? [];
  if (first === undefined || JSON.stringify(first) !== JSON.stringify(second)) return;
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, { items: first, minItems: 2, maxItems: 2 });
}

function withoutDialect({ $schema: _dialect, ...schema }: z.core.JSONSchema.BaseSchema): object {
  return schema;
}

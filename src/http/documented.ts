/** Turns the schemas of routes into the parts of an OpenAPI document. */
import type { DocumentDecoration } from "elysia";
import { z } from "zod";

/** Statuses that any route with a key may answer beside its own. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "400": "Malformed or invalid",
  "401": "Missing, unknown or revoked key",
  "403": "The key lacks the role",
  "404": "Nothing there that this key may see",
  "503": "Took longer than the deadline, or its rows are being worked out again",
};

/** One route in words and schemas. */
export interface Documentation {
  summary: string;
  tag: string;
  answer: z.ZodType;
  /** Of the answer; 200 when absent. */
  status?: "200" | "201" | "202";
}

/** An operation of the document, without its parameters: those come from the route's own schema. */
export function documented({ summary, tag, answer, status = "200" }: Documentation): DocumentDecoration {
  const responses: Record<string, object> = {
    [status]: { description: "OK", content: { "application/json": { schema: outputSchema(answer) } } },
  };
  for (const [status, description] of Object.entries(PROBLEMS)) responses[status] = problem(description);
  // Elysia's own type is of OpenAPI 3.0, whose schemas are not yet JSON Schema.
  return { summary, tags: [tag], responses: responses as NonNullable<DocumentDecoration["responses"]> };
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
  return withoutDialect(z.toJSONSchema(schema, { io: "output" }));
}

/** What a caller sends. */
export function inputSchema(schema: z.ZodType): { properties?: Record<string, object>; required?: string[] } {
  return withoutDialect(z.toJSONSchema(schema, { io: "input" }));
}

function withoutDialect({ $schema: _dialect, ...schema }: z.core.JSONSchema.BaseSchema): object {
  return schema;
}

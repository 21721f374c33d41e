/** Describes a route for the OpenAPI document, in words and schemas. */
import type { DocumentDecoration } from "elysia";
import type { z } from "zod";
import { inputSchema, outputSchema } from "./json-schema.ts";
import { problem, usualProblems } from "./refusals.ts";

/** One route in words and schemas. */
export interface Documentation {
  summary: string;
  tag: string;
  answer: z.ZodType;
  /** Of the answer; 200 when absent. */
  status?: "200" | "201" | "202";
  /** Media types other than JSON that the header `Accept` chooses. */
  forms?: readonly string[];
  /** When the route answers 409; absent when it never does. */
  conflict?: string;
  /** When the route answers 404 although its path names nothing; absent when it never does. */
  missing?: string;
  /** What parts of the path may be, by name; any text where it is not said. */
  path?: Readonly<Record<string, z.ZodType>>;
}

/**
 * An operation of the document, without its query: that comes from the route's own schema.
 *
 * @remarks The schema of the answer is written with the document, which few starts of a server need.
 */
export function documented(documentation: Documentation): DocumentDecoration {
  const { summary, tag, answer, status = "200", path = {}, forms = [] } = documentation;
  const { conflict, missing } = documentation;
  const text = forms.map((form) => [form, { schema: { type: "string" } }]);
  const responses: Record<string, object> = {
    [status]: {
      description: "OK",
      content: { "application/json": { schema: () => outputSchema(answer) }, ...Object.fromEntries(text) },
    },
    ...usualProblems(),
  };
  if (missing !== undefined) responses["404"] = problem(missing);
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

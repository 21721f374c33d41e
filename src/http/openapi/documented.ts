/** Turns the schemas of routes into the parts of an OpenAPI document. */
import type { DocumentDecoration } from "elysia";
import { z } from "zod";
import { NAMED_SCHEMAS } from "./named-schemas.ts";

const TOO_MANY = "This key sends more requests than it may; retryAfterSeconds says when to ask again";

/** Statuses that any route with a key may answer in addition to its own. */
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
  "503": "Took longer than the deadline, or its rows are being computed again",
} as const;

const ALL_PROBLEMS = Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[];

/** Refers to some of these, for routes that list their responses themselves. */
export function usualProblems(...statuses: readonly (keyof typeof PROBLEMS)[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** The responses that `usualProblems` refers to, by name. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]) => [status, problem(description)]),
);

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
  Object.assign(responses, usualProblems(...ALL_PROBLEMS));
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

/** Returns the JSON Schema of an answer. It refers to the schemas that have a name. */
export function outputSchema(schema: z.ZodType): object {
  const name = NAMES.get(schema);
  return name === undefined ? write(schema, "output", NAMES) : { $ref: componentOf(name) };
}

/** Returns the JSON Schema of every schema that has a name, by name. */
export function namedSchemas(): Record<string, object> {
  const written = Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [
    name,
    write(schema, "output", NAMES),
  ]);
  return { ...Object.fromEntries(written), Instant: withoutDialect(INSTANT) };
}

interface InputSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

/** Returns the JSON Schema of what a caller sends. */
export function inputSchema(schema: z.ZodType): InputSchema {
  return write(schema, "input", new Map());
}

/** Returns the JSON Schemas of what a caller sends, by name. Each refers to the others. */
export function inputSchemas(schemas: Readonly<Record<string, z.ZodType>>): Record<string, object> {
  const names = namesOf(schemas);
  const written = Object.entries(schemas).map(([name, schema]) => [name, write(schema, "input", names)]);
  return Object.fromEntries(written);
}

type Names = ReadonlyMap<z.core.$ZodType, string>;

function namesOf(schemas: Readonly<Record<string, z.ZodType>>): Names {
  return new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
}

const NAMES = namesOf(NAMED_SCHEMAS);

const INSTANT = z.toJSONSchema(z.iso.datetime());

function write(root: z.core.$ZodType, io: "input" | "output", names: Names): object {
  const written = withoutDialect(
    z.toJSONSchema(root, {
      io,
      override: ({ zodSchema, jsonSchema }) => {
        const name = zodSchema === root ? undefined : names.get(zodSchema);
        if (name !== undefined) refer(jsonSchema, name, Object.keys(jsonSchema));
        // its pattern has 270 letters, and there are hundreds of instants
        if (jsonSchema.pattern === INSTANT.pattern) refer(jsonSchema, "Instant", Object.keys(INSTANT));
        writePair(jsonSchema);
        if (io === "output") dropBounds(jsonSchema);
        // fields may be added to answers at any time
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    }),
  );
  return JSON.parse(JSON.stringify(written), (_, value: unknown) => joinNull(value));
}

const OR_NULL = z.object({
  anyOf: z.tuple([z.looseObject({ type: z.string() }), z.object({ type: z.literal("null") })]),
});

/** Writes a value that may be null as one schema, not two. A list of values is left: it would have to name null too. */
function joinNull(schema: unknown): unknown {
  const parsed = OR_NULL.loose().safeParse(schema);
  if (!parsed.success) return schema;
  const {
    anyOf: [known],
    ...others
  } = parsed.data;
  if ("enum" in known || "const" in known) return schema;
  return { ...known, ...others, type: [known.type, "null"] };
}

/** Replaces some keys with a reference. */
function refer(jsonSchema: z.core.JSONSchema.BaseSchema, name: string, instead: readonly string[]): void {
  for (const key of instead) delete jsonSchema[key];
  jsonSchema.$ref = componentOf(name);
}

function componentOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/** A pair as an array of two: many readers of OpenAPI do not know `prefixItems`. */
function writePair(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const [first, second] = jsonSchema.prefixItems ?? [];
  if (first === undefined || JSON.stringify(first) !== JSON.stringify(second)) return;
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, { items: first, minItems: 2, maxItems: 2 });
}

/** What is answered is always within the bounds of exact integers, which say nothing to a reader. */
function dropBounds(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutDialect({ $schema: _dialect, ...schema }: z.core.JSONSchema.BaseSchema): object {
  return schema;
}

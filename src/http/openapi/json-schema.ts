/** Writes zod schemas as the JSON Schemas of an OpenAPI document, which has what several of them contain once. */
import { z } from "zod";
import { NAMED_REQUESTS, NAMED_SCHEMAS, NAMED_VALUES } from "./named-schemas.ts";

/** Returns the JSON Schema of an answer. It refers to the schemas that have a name. */
export function outputSchema(schema: z.ZodType): object {
  const named = ANSWERS.get(schema._zod.def);
  return named === undefined ? write(schema, "output", ANSWERS) : { $ref: componentOf(named.name) };
}

/** Returns the JSON Schema of every schema that has a name, by name. */
export function namedSchemas(): Record<string, object> {
  return {
    ...writeAll(NAMED_SCHEMAS, "output", ANSWERS),
    ...writeAll(NAMED_REQUESTS, "input", REQUESTS),
    ...Object.fromEntries(VALUES.map(({ name, written }) => [name, written])),
  };
}

interface InputSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

/** Returns the JSON Schema of what a caller sends. */
export function inputSchema(schema: z.ZodType): InputSchema {
  return write(schema, "input", REQUESTS);
}

/** Returns the JSON Schemas of what a caller sends, by name. Each refers to the others. */
export function inputSchemas(schemas: Readonly<Record<string, z.ZodType>>): Record<string, object> {
  return writeAll(schemas, "input", namesOf(schemas));
}

/** By definition: a schema that is described in other words where it is used keeps its definition. */
type Names = ReadonlyMap<z.core.$ZodTypeDef, Named>;

interface Named {
  name: string;
  schema: z.core.$ZodType;
}

function namesOf(schemas: Readonly<Record<string, z.ZodType>>): Names {
  return new Map(Object.entries(schemas).map(([name, schema]) => [schema._zod.def, { name, schema }]));
}

const ANSWERS = namesOf(NAMED_SCHEMAS);
const REQUESTS = namesOf(NAMED_REQUESTS);

const OR_NULL = z.object({
  anyOf: z.tuple([z.looseObject({ type: z.string() }), z.object({ type: z.literal("null") })]),
});

const VALUES = Object.entries(NAMED_VALUES).map(([name, schema]) => ({
  name,
  written: writeValue(schema),
}));

/** Values by their JSON Schema as text: most are written where they are used, as a list of names or a pattern. */
const VALUE_NAMES: ReadonlyMap<string, string> = new Map(
  VALUES.map(({ name, written }) => [JSON.stringify(written), name]),
);

function writeAll(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: "input" | "output",
  names: Names,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, write(schema, io, names)]),
  );
}

function write(root: z.core.$ZodType, io: "input" | "output", names: Names): object {
  const written = withoutDialect(
    z.toJSONSchema(root, {
      io,
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod;
        const named = def === root._zod.def ? undefined : names.get(def);
        if (named !== undefined) refer(jsonSchema, named.name, named.schema === zodSchema);
        writePair(jsonSchema);
        // every name in JSON is a text
        if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
        if (io === "output") dropBounds(jsonSchema);
        // fields may be added to answers at any time
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    }),
  );
  return JSON.parse(JSON.stringify(written), (_, value: unknown) =>
    // again for values that have a name together with null
    typeof value === "object" ? referToValue(joinNull(referToValue(value))) : value,
  );
}

function writeValue(schema: z.ZodType): object {
  const written = z.toJSONSchema(schema, { override: ({ jsonSchema }) => writePair(jsonSchema) });
  return JSON.parse(JSON.stringify(withoutDialect(written)), (_, value: unknown) =>
    joinNull(value),
  ) as object;
}

const DESCRIBED = z.looseObject({ description: z.string().optional() });

/** Replaces a value that has a name with a reference; what it is for stays. */
function referToValue(schema: unknown): unknown {
  const { description, ...allowed } = DESCRIBED.safeParse(schema).data ?? {};
  const name = VALUE_NAMES.get(JSON.stringify(allowed));
  if (name === undefined) return schema;
  return { ...(description !== undefined && { description }), $ref: componentOf(name) };
}

/** Writes a value that may be null as one schema, not two. A list of values is left: it would have to name null too. */
function joinNull(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null || !("anyOf" in schema)) return schema;
  const parsed = OR_NULL.loose().safeParse(schema);
  if (!parsed.success) return schema;
  const {
    anyOf: [known],
    ...others
  } = parsed.data;
  if ("enum" in known || "const" in known) return schema;
  return { ...known, ...others, type: [known.type, "null"] };
}

/** Replaces a schema with a reference. Words that are its own stay. */
function refer(jsonSchema: z.core.JSONSchema.BaseSchema, name: string, isSame: boolean): void {
  for (const key of Object.keys(jsonSchema)) if (isSame || key !== "description") delete jsonSchema[key];
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

/** Which answers are lists, and the columns of their rows: both come from the OpenAPI document. */

/** A part of a JSON Schema, as far as columns depend on it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maximum?: number;
}

interface Parameter {
  $ref?: string;
  name?: string;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface ApiDocument {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** One column: where its value is in a row. */
export type CsvColumn = readonly string[];

/** A list that can be answered as CSV. */
export interface CsvList {
  /** The property of the answer that holds the rows. */
  rows: string;
  columns: readonly CsvColumn[];
  /** The most rows that a page may have; null for a list without pages. */
  pageRows: number | null;
}

/** The lists whose answers hold several: the one that has pages; null where its rows are of several kinds. */
const OF_SEVERAL: Readonly<Record<string, string | null>> = {
  "/scoring/usage": "rows",
  "/v1/intelligence/throttle": "events",
  "/v1/sessions/{id}/timeline": null,
};

/**
 * Finds the lists among the answers to GET: those with one property that is an array of objects. One thing, by its id, is no
 * list, whatever it holds.
 *
 * @returns By the path as the document writes it, such as `/v1/sessions/{id}/timeline`.
 */
export function csvListsOf(described: object): ReadonlyMap<string, CsvList> {
  const api = described as ApiDocument;
  const found = new Map<string, CsvList>();
  for (const [path, { get }] of Object.entries(api.paths)) {
    if (path.endsWith("id}")) continue;
    const list = get === undefined ? null : listOf(api, get, OF_SEVERAL[path]);
    if (list !== null) found.set(path, list);
  }
  return found;
}

function listOf(api: ApiDocument, operation: Operation, paged: string | null | undefined): CsvList | null {
  const answer = resolve(api, operation.responses?.["200"]?.content?.["application/json"]?.schema);
  const arrays = Object.entries(answer.properties ?? {}).flatMap(([name, property]) => {
    const row = resolve(api, resolve(api, property).items);
    const isList = row.properties !== undefined && (paged === undefined || paged === name);
    return isList ? [{ name, row }] : [];
  });
  const [list] = arrays;
  if (list === undefined || arrays.length > 1) return null;
  return { rows: list.name, columns: columnsOf(api, list.row), pageRows: pageRowsOf(api, operation) };
}

function pageRowsOf(api: ApiDocument, { parameters = [] }: Operation): number | null {
  const limit = parameters.map((parameter) => shared(api, parameter)).find(({ name }) => name === "limit");
  return limit?.schema?.maximum ?? null;
}

function shared(api: ApiDocument, parameter: Parameter): Parameter {
  return api.components.parameters[nameIn(parameter.$ref)] ?? parameter;
}

/** Objects in a row become one column for each of their values; arrays stay one column. */
function columnsOf(api: ApiDocument, row: Schema, path: CsvColumn = []): CsvColumn[] {
  return Object.entries(row.properties ?? {}).flatMap(([name, property]) => {
    const inside = resolve(api, property);
    return inside.properties === undefined ? [[...path, name]] : columnsOf(api, inside, [...path, name]);
  });
}

/** Follows references, and looks through "or null". */
function resolve(api: ApiDocument, schema: Schema = {}): Schema {
  const referred = api.components.schemas[nameIn(schema.$ref)];
  if (referred !== undefined) return resolve(api, referred);
  const choices = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return choices.length === 1 ? resolve(api, choices[0]) : schema;
}

function nameIn(reference = ""): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

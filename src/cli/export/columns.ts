/** The columns of a table, read from the schema of its rows. */
import { z } from "zod";

/** What a column holds: Parquet's types, and `json` for a text that is a JSON document. */
export type ColumnType = "string" | "int64" | "double" | "boolean" | "timestamp" | "json";

/** One column of an exported table. */
export interface Column {
  name: string;
  type: ColumnType;
  /** null where the values are no quantities. */
  unit: string | null;
  /** May be empty. */
  meaning: string;
  /** What it means that a cell is empty; null where none is. */
  nullMeans: string | null;
  /** Where its value is in a row. */
  path: readonly string[];
}

/** A part of a JSON Schema, as far as columns depend on it. */
interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  prefixItems?: Schema[];
}

/** Where a part of a row is, and what is known from what it is a part of. */
interface Place {
  path: readonly string[];
  name: string;
  meaning: string;
  /** As in a column. */
  nullMeans: string | null;
}

/**
 * Returns a column for each value in a row. Objects are taken apart, and intervals into low and high; lists stay whole.
 *
 * @param nullMeans - What an empty cell means where the schema does not say it.
 */
export function columnsOf(row: z.ZodType, nullMeans: string): Column[] {
  const schema = z.toJSONSchema(row, { io: "output" }) as Schema;
  return columnsIn(schema, { path: [], name: "", meaning: "", nullMeans: null }).map((column) => ({
    ...column,
    nullMeans: column.nullMeans === "" ? nullMeans : column.nullMeans,
  }));
}

function columnsIn(schema: Schema, place: Place): Column[] {
  const meaning = schema.description ?? place.meaning;
  const { choice, isNullable } = choiceIn(schema);
  const nullMeans = isNullable ? nullIn(meaning) || (place.nullMeans ?? "") : place.nullMeans;
  if (choice !== schema) return columnsIn(choice, { ...place, meaning, nullMeans });
  const members = membersOf(schema);
  if (members.length > 0)
    return members.flatMap(([step, title, member]) =>
      columnsIn(member, {
        path: [...place.path, step],
        name: joinedName(place.name, title),
        meaning,
        nullMeans,
      }),
    );
  const type = typeOf(schema);
  const { name, path } = place;
  return [{ name, type, unit: unitOf(name, type), meaning, nullMeans, path }];
}

/** Looks through "or null". */
function choiceIn(schema: Schema): { choice: Schema; isNullable: boolean } {
  const choices = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [choice] = choices;
  if (choice !== undefined && choices.length === 1) return { choice, isNullable: true };
  return { choice: schema, isNullable: Array.isArray(schema.type) && schema.type.includes("null") };
}

function membersOf({ properties = {}, prefixItems = [] }: Schema): [string, string, Schema][] {
  const inside = Object.entries(properties).map(([name, member]): [string, string, Schema] => [
    name,
    name,
    member,
  ]);
  if (prefixItems.length !== 2) return inside;
  return prefixItems.map((member, index) => [String(index), index === 0 ? "low" : "high", member]);
}

/** Returns "developerName" for "name" in "developer", and "saidAt" for "saidAt" in "said". */
function joinedName(outer: string, inner: string): string {
  if (outer === "" || inner.startsWith(outer)) return inner;
  return outer + inner.charAt(0).toUpperCase() + inner.slice(1);
}

function typeOf({ type, format }: Schema): ColumnType {
  const types = [type].flat().filter((each) => each !== "null");
  if (types.length !== 1) return "json";
  switch (types[0]) {
    case "integer":
      return "int64";
    case "number":
      return "double";
    case "boolean":
      return "boolean";
    case "string":
      return format === "date-time" ? "timestamp" : "string";
    default:
      return "json";
  }
}

/** By the name of a number, the first that fits. */
const UNITS: readonly [RegExp, string][] = [
  [/MsPerToken$/, "milliseconds for each token"],
  [/Ms$/, "milliseconds"],
  [/Usd$/, "US dollars"],
  [/[aA]xis$/, "natural logarithm"],
  [/^breakdownTokens/, "token-equivalents"],
  [/^breakdown(HumanTime|Undone)/, "seconds"],
  [/^breakdownTurns/, "prompts"],
  [/^tokens/, "tokens"],
  [/Chars$/, "characters"],
  [/^lines/, "lines"],
  [/^(speed|skill|efficiency|interval|sse)/, "points, 0 to 100"],
  [/Share$|^coverage$|^boundaryP$/, "share, 0 to 1"],
];

function unitOf(name: string, type: ColumnType): string | null {
  if (type === "timestamp") return "UTC";
  if (type !== "int64" && type !== "double") return null;
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? (type === "int64" ? "count" : null);
}

/** Returns what a description says that null means; empty for nothing. */
function nullIn(meaning: string): string {
  const said = meaning.split(/[.;]/).find((part) => /\bnull\b/.test(part)) ?? "";
  return said.trim().replace(/^null:? /, "");
}

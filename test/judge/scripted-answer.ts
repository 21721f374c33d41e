/** Answers any JSON schema sensibly, by what the request says: a yes comes with a quote, a no without. */

import { quoteAt } from "./quotes.ts";

/** As much of a JSON schema as answers are made from. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minItems?: number;
  minimum?: number;
  [word: string]: unknown;
}

/** What the model makes of the text. */
export interface Sense {
  /** Whether a check is met; by its name, such as `states_expected`. Long enough texts meet every check when absent. */
  isMet?(check: string, text: string): boolean;
  /** By default a question when it ends so, `continuation` for one word, `fix` where it speaks of one, else `feature`. */
  intent?(text: string): string;
  /** What is given as evidence; a piece of the text when absent. */
  quote?(check: string, text: string): string | null;
  language?(text: string): string;
}

/**
 * Makes an answer of the schema's shape.
 *
 * @param request - The whole request; the last text that is between delimiters is what is judged.
 */
export function answerBySchema(schema: JsonSchema, request: string, sense: Sense = {}): unknown {
  const text = delimitedTexts(request).at(-1) ?? request;
  return fill(schema, { name: "", met: true, text, sense, place: 0 });
}

/**
 * The texts between delimiters: lines that hold the same random word of at least eight characters.
 *
 * @returns What is between the first and the second line of each word, in the order of the first.
 */
export function delimitedTexts(request: string): string[] {
  const lines = request.split("\n");
  const at = new Map<string, number[]>();
  for (const [number, line] of lines.entries()) {
    const word = lineWord(line);
    if (word !== null) at.set(word, [...(at.get(word) ?? []), number]);
  }
  return [...at.values()].flatMap((places) =>
    pairsOf(places).map(([start, end]) => lines.slice(start + 1, end).join("\n")),
  );
}

/** The random word of a line that holds little else. */
function lineWord(line: string): string | null {
  const [word] =
    /[0-9A-Za-z]{8,}/.exec(line.length > 120 ? "" : line.replaceAll(/[A-Za-z]+(?=[-_ :])/g, "")) ?? [];
  return word !== undefined && /\d/.test(word) ? word : null;
}

function pairsOf(places: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < places.length; at += 2) pairs.push([places[at]!, places[at + 1]!]);
  return pairs;
}

interface Filling {
  /** The name of the check or of the property. */
  name: string;
  met: boolean;
  text: string;
  sense: Sense;
  /** Of a verdict among the verdicts. */
  place: number;
}

function fill(schema: JsonSchema, filling: Filling): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return choose(schema.enum, filling);
  if (schema.anyOf !== undefined) return fill(preferred(schema.anyOf, filling), filling);
  const types = [schema.type ?? "null"].flat();
  const type = filling.met ? types[0] : types.at(-1);
  return BY_TYPE[type ?? "null"]?.(schema, filling) ?? null;
}

const BY_TYPE: Readonly<Record<string, (schema: JsonSchema, filling: Filling) => unknown>> = {
  object: fillObject,
  array: ({ minItems = 1, items = {} }, filling) =>
    Array.from({ length: minItems }, () => fill(items, filling)),
  string: (_, filling) => fillText(filling),
  boolean: (_, { met }) => met,
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
};

/** An object that names a check decides by that name; its other properties go by the decision. */
function fillObject({ properties = {} }: JsonSchema, filling: Filling): Record<string, unknown> {
  const named = properties["id"]?.const ?? properties["check"]?.const ?? filling.name;
  const isVerdict = "verdict" in properties;
  const name = String(named);
  const met = isVerdict ? isMet(name, filling) : filling.met;
  const entries = Object.entries(properties).map(([property, schema], place) => {
    const inner = { ...filling, met, ...(!isVerdict && { name: property, place }) };
    const bare = !isVerdict && schema.enum?.includes("yes") === true;
    return [property, fill(schema, bare ? { ...inner, met: isMet(property, filling) } : inner)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function isMet(check: string, { text, sense }: Filling): boolean {
  return sense.isMet?.(check, text) ?? text.trim().split(/\s+/).length >= 5;
}

function choose(values: readonly unknown[], { name, met, text, sense }: Filling): unknown {
  if (values.includes("yes")) return met ? "yes" : "no";
  const wanted = name === "language" ? languageOf(text, sense) : (sense.intent ?? usualIntent)(text);
  return values.includes(wanted) ? wanted : values[0];
}

function languageOf(text: string, sense: Sense): string {
  return sense.language?.(text) ?? "en";
}

function usualIntent(text: string): string {
  if (text.trim().endsWith("?")) return "question";
  if (!/\s/.test(text.trim())) return "continuation";
  return /\b(fix|bug|broken|fails?)\b/i.test(text) ? "fix" : "feature";
}

/** A value where the check is met, null where it is not. */
function preferred(variants: readonly JsonSchema[], { met }: Filling): JsonSchema {
  const isNull = (variant: JsonSchema): boolean => variant.type === "null";
  return variants.find((variant) => isNull(variant) !== met) ?? variants[0] ?? {};
}

function fillText({ name, text, sense, place }: Filling): string | null {
  if (name === "language" || name === "detectedLanguage") return languageOf(text, sense);
  if (sense.quote !== undefined) return sense.quote(name, text);
  return quoteAt(text.trim().split("\n")[0]?.slice(0, 200) ?? "", place);
}

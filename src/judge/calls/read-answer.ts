/** Reads what a model wrote: finds the JSON in it and holds it against the schema. */
import { z } from "zod";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

/** Why an answer does not fit, in words for the model. */
export interface Misfit {
  why: string;
}

const MOST_ISSUES = 5;

/** @param text - The model's text as it came, also with thoughts, fences or a sentence around the JSON. */
export function readAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Result<Answer, Misfit> {
  const json = parseJson(text);
  if (json === undefined) return fail({ why: "it was not one whole JSON object" });
  const read = schema.safeParse(json);
  return read.success ? succeed(read.data) : fail({ why: describeIssues(read.error) });
}

const END_OF_THOUGHTS = "</think>";

/** What follows the thoughts is read first; an answer that quotes the mark in a prompt is read from further ahead. */
function parseJson(text: string): unknown {
  const ends = [text.lastIndexOf(END_OF_THOUGHTS), text.indexOf(END_OF_THOUGHTS), -1];
  for (const end of ends) {
    const json = parseObject(text.slice(end + 1));
    if (json !== undefined) return json;
  }
  return undefined;
}

function parseObject(said: string): unknown {
  const [start, end] = [said.indexOf("{"), said.lastIndexOf("}")];
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(said.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

function describeIssues({ issues }: z.ZodError): string {
  const misfits = issues.slice(0, MOST_ISSUES).map(({ path, message }) => `${path.join(".")}: ${message}`);
  return misfits.join("; ");
}

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/** The schema as JSON, as servers take it. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...written } = z.toJSONSchema(schema);
  schemas.set(schema, written);
  return written;
}

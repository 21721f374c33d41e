/** The file of prices and context windows: the shape that the bundled snapshot and an owner's own file share. */
import { z } from "zod";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { comparableName } from "./model-name.ts";

/** US dollars for a million tokens, as vendors quote them; no finer than a millionth of a dollar. */
const usdPerMillion = z
  .number()
  .min(0, "a price cannot be negative")
  .max(100_000, "that is more than 100,000 US dollars for a million tokens")
  .refine(isWholeInMicroUsd, "a price is in US dollars for a million tokens, with at most six decimals");

const tokenCount = z.int().positive();

const prices = {
  input: usdPerMillion,
  output: usdPerMillion,
  /** Tokens read from a cache; without it they cost what input costs. */
  cacheRead: usdPerMillion.optional(),
  /** Tokens written to a cache; without it they cost what input costs. */
  cacheCreation: usdPerMillion.optional(),
  /** Tokens written to a cache that is kept longer than usual (Anthropic: an hour). */
  cacheCreationLong: usdPerMillion.optional(),
};

const model = z.strictObject({
  provider: z.string().min(1),
  /** The most tokens that a call may read. */
  window: tokenCount.optional(),
  ...prices,
  /** Prices of the whole call once it reads more tokens than this, caches included. */
  above: z.array(z.strictObject({ tokens: tokenCount, ...prices })).optional(),
  /** Other names of the same model at the same prices. */
  aliases: z.array(z.string().min(1)).optional(),
});

const models = z
  .record(z.string().min(1), model)
  .refine((listed) => areDistinct(Object.keys(listed)), "two of the names mean the same model");

/** TOML has dates of its own, whose text is the same as JSON's. */
const day = z.preprocess((value) => (typeof value === "object" ? String(value) : value), z.iso.date());

const ownFile = z.strictObject({
  /** As of which day the prices hold; without it the snapshot's day holds. */
  date: day.optional(),
  models,
});

/** One model as a price file lists it. */
export type ListedModel = z.infer<typeof model>;

/** Models by name. */
export type ListedModels = Readonly<Record<string, ListedModel>>;

/** A file of the owner's that adds to the snapshot and replaces what has the same name. */
export type OwnPrices = z.infer<typeof ownFile>;

/** The snapshot that the program carries, and where it comes from. */
export interface BundledPrices {
  source: { package: string; version: string; file: string; sha256: string; license: string };
  /** The day of the snapshot, YYYY-MM-DD. */
  date: string;
  /** The hash of `models`, as `hashOf` makes it. */
  sha256: string;
  models: ListedModels;
}

/** Why a price file cannot be used, in a sentence for the person who wrote it. */
export interface PriceProblem {
  kind: "unreadable" | "invalid";
  message: string;
}

/**
 * Reads an owner's price file.
 *
 * @param text - JSON, when the text begins with `{`, else TOML.
 * @throws `unreadable` when it is neither; `invalid` with each place that is wrong.
 */
export function readPriceFile(text: string): Result<OwnPrices, PriceProblem> {
  const document = parseDocument(text);
  if (!document.ok) return document;
  const read = ownFile.safeParse(document.value);
  if (read.success) return succeed(read.data);
  const flaws = read.error.issues.map(({ path, message }) => `${path.join(" → ") || "the file"}: ${message}`);
  return fail({ kind: "invalid", message: `the price file cannot be used: ${flaws.join("; ")}` });
}

function parseDocument(text: string): Result<unknown, PriceProblem> {
  const isJson = text.trimStart().startsWith("{");
  try {
    return succeed(isJson ? JSON.parse(text) : Bun.TOML.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const format = isJson ? "JSON" : "TOML";
    return fail({ kind: "unreadable", message: `the price file is no readable ${format}: ${reason}` });
  }
}

// 0.07 · 1e6 is 70000.00000000001 in binary: closer than a thousandth is whole.
function isWholeInMicroUsd(usd: number): boolean {
  const microUsd = usd * 1e6;
  return Math.abs(microUsd - Math.round(microUsd)) < 1e-3;
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names.map(comparableName)).size === names.length;
}

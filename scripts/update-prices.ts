/**
 * Takes the snapshot of model prices and context windows anew: embedded/prices/prices.json.
 *
 * The source is the table that PyPI's package `litellm` carries, under the MIT license; `pip` has to be installed.
 * A version may be named as the only argument; without one it is the newest. Look at the difference before a commit.
 */
import { $ } from "bun";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparableName, withoutReleaseDay } from "../src/prices/model-name.ts";
import type { BundledPrices, ListedModel, ListedModels } from "../src/prices/price-file.ts";
import { hashOf } from "../src/prices/price-table.ts";
import { readCommandLine } from "./flags.ts";

const SNAPSHOT = join(import.meta.dir, "../embedded/prices/prices.json");
const TABLE = "litellm/model_prices_and_context_window_backup.json";
/** The same file on every machine; the table in it is the same for all. */
const PLATFORM = "manylinux_2_28_x86_64";

/** An entry of the source's table; only what is read is named. */
type Entry = Readonly<Record<string, unknown>> & { litellm_provider?: string; mode?: string };

/** Whose models are taken, under which names the source lists them, and which of them coding agents use. */
interface Selection {
  provider: string;
  source: RegExp;
  prefix: string;
  names: RegExp;
}

const SELECTIONS: readonly Selection[] = [
  { provider: "anthropic", source: /^anthropic$/, prefix: "", names: /^claude-/ },
  { provider: "openai", source: /^openai$/, prefix: "", names: /^(gpt-(4\.1|4o|[5-9])|o[1-9]|codex-)/ },
  { provider: "google", source: /^gemini$/, prefix: "gemini/", names: /^gemini-(\d|flash|pro)/ },
  { provider: "xai", source: /^xai$/, prefix: "xai/", names: /^grok-/ },
  { provider: "meta", source: /^meta$/, prefix: "meta/", names: /^muse-/ },
  {
    provider: "mistral",
    source: /^mistral$/,
    prefix: "mistral/",
    names: /^(codestral|devstral|magistral|ministral|mistral)-/,
  },
  { provider: "deepseek", source: /^deepseek$/, prefix: "deepseek/", names: /^deepseek-/ },
  { provider: "moonshot", source: /^moonshot$/, prefix: "moonshot/", names: /^kimi-/ },
  { provider: "alibaba", source: /^dashscope$/, prefix: "dashscope/", names: /^qw(en|q)/ },
  { provider: "zai", source: /^zai$/, prefix: "zai/", names: /^glm-/ },
  { provider: "minimax", source: /^minimax$/, prefix: "minimax/", names: /^minimax-m/i },
  {
    provider: "bedrock",
    source: /^bedrock(_converse)?$/,
    prefix: "",
    names: /^([a-z-]+\.)?anthropic\.claude-(?!3-|instant|v\d)/,
  },
];

/** Models that see, hear, speak, search or research, which no coding agent drives; and trials. */
const OTHER_TRADES =
  /audio|realtime|search|research|image|vision|-vl-|\dv-|tts|transcribe|voice|robotics|computer-use|omni|embed|ocr|beta|multi-agent|gv2/;

const REGION = /^[a-z-]+\.(?=anthropic\.)/;

const [version] = readCommandLine({}, ["VERSION"]).operands;
const workplace = await mkdtemp(join(tmpdir(), "prices-"));
try {
  const wheel = await download(version);
  const models = selectModels(await $`unzip -p ${wheel} ${TABLE}`.json());
  const prices: BundledPrices = {
    source: await describe(wheel),
    date: today(),
    sha256: hashOf(models),
    models,
  };
  await Bun.write(SNAPSHOT, JSON.stringify(prices, null, 2));
  await $`bun fmt ${SNAPSHOT}`.quiet();
  process.stdout.write(`${Object.keys(models).length} models, ${SNAPSHOT}\n`);
} finally {
  await rm(workplace, { recursive: true });
}

/** Returns the path of the package as PyPI has it. */
async function download(named: string | undefined): Promise<string> {
  const wanted = named === undefined ? "litellm" : `litellm==${named}`;
  const where = ["--platform", PLATFORM, "--only-binary", ":all:", "--dest", workplace];
  await $`pip download --quiet --no-deps --disable-pip-version-check ${where} ${wanted}`;
  const [wheel] = await readdir(workplace);
  if (wheel === undefined) throw new Error("pip downloaded no package");
  return join(workplace, wheel);
}

async function describe(wheel: string): Promise<BundledPrices["source"]> {
  const metadata = await $`unzip -p ${wheel} ${"*.dist-info/METADATA"}`.text();
  const field = (name: string) => metadata.match(new RegExp(`^${name}: (.+)$`, "m"))?.[1]?.trim() ?? "";
  const license = field("License-Expression");
  if (license !== "MIT") throw new Error(`the package's license is "${license}": read it before you go on`);
  const sha256 = new Bun.CryptoHasher("sha256").update(await Bun.file(wheel).bytes()).digest("hex");
  const file = wheel.slice(workplace.length + 1);
  return { package: "litellm", version: field("Version"), file, sha256, license };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function selectModels(table: Readonly<Record<string, Entry>>): ListedModels {
  const listed = new Map<string, ListedModel>();
  for (const selection of SELECTIONS) {
    for (const [name, entry] of Object.entries(table)) {
      const model = isSelected(name, entry, selection) ? listModel(entry, selection.provider) : null;
      if (model !== null) listed.set(name.slice(selection.prefix.length).toLowerCase(), model);
    }
  }
  return Object.fromEntries(joinRegions(dropReleases(dropSpellings(listed))));
}

function isSelected(name: string, entry: Entry, { source, prefix, names }: Selection): boolean {
  return (
    (entry.mode === "chat" || entry.mode === "responses") &&
    source.test(entry.litellm_provider ?? "") &&
    name.startsWith(prefix) &&
    names.test(name.slice(prefix.length)) &&
    !OTHER_TRADES.test(name)
  );
}

/** Returns null for a model without a price. */
function listModel(entry: Entry, provider: string): ListedModel | null {
  const [lowest, ...higher] = tiersOf(entry);
  if (lowest === undefined) return null;
  const window = entry["max_input_tokens"];
  return {
    provider,
    ...(typeof window === "number" && window > 0 ? { window } : {}),
    ...lowest.prices,
    ...(higher.length > 0 ? { above: higher.map(({ tokens, prices }) => ({ tokens, ...prices })) } : {}),
  };
}

type Prices = Omit<ListedModel, "provider" | "window" | "above" | "aliases">;

/** The tiers of a model's prices, by the tokens above which they hold; the lowest holds from the start. */
function tiersOf(entry: Entry): { tokens: number; prices: Prices }[] {
  const ranges = entry["tiered_pricing"] as (Entry & { range: [number, number] })[] | undefined;
  const tiers = ranges?.map((range) => ({ tokens: range.range[0], prices: pricesOf(range, "") })) ?? [
    { tokens: 0, prices: pricesOf(entry, "") },
    ...thresholdsOf(entry).map((thousands) => ({
      tokens: thousands * 1000,
      prices: pricesOf(entry, `_above_${thousands}k_tokens`),
    })),
  ];
  return tiers.flatMap(({ tokens, prices }) => (prices === null ? [] : [{ tokens, prices }]));
}

function thresholdsOf(entry: Entry): number[] {
  const names = Object.keys(entry).join("\n");
  return [...names.matchAll(/^input_cost_per_token_above_(\d+)k_tokens$/gm)].map(([, thousands]) =>
    Number(thousands),
  );
}

/** What a tier does not name costs what it costs below. A cache that costs nothing to write is billed as input. */
function pricesOf(entry: Entry, tier: string): Prices | null {
  const price = (name: string) => usdPerMillion(entry[name + tier] ?? entry[name]);
  const input = price("input_cost_per_token");
  const output = price("output_cost_per_token");
  if (input === undefined || output === undefined) return null;
  const creation = "cache_creation_input_token_cost";
  const optional = {
    cacheRead: price("cache_read_input_token_cost"),
    cacheCreation: price(creation) || undefined,
    cacheCreationLong: price(`${creation}_above_1hr`) ?? price(`${creation}_above_12hr`),
  };
  return {
    input,
    output,
    ...Object.fromEntries(Object.entries(optional).filter(([, usd]) => usd !== undefined)),
  };
}

/** From dollars for a token to dollars for a million, without the dust of binary fractions. */
function usdPerMillion(price: unknown): number | undefined {
  return typeof price === "number" ? Math.round(price * 1e12) / 1e6 : undefined;
}

/** Leaves out all but the first of the names that the look-up takes for the same, as 3.5 and 3-5. */
function dropSpellings(listed: ReadonlyMap<string, ListedModel>): Map<string, ListedModel> {
  const spellings = Map.groupBy(listed, ([name]) => comparableName(name));
  return new Map([...spellings.values()].flatMap(([first]) => (first === undefined ? [] : [first])));
}

/** Leaves out a release that costs the same as the model without a day in its name: the look-up takes the day off. */
function dropReleases(listed: ReadonlyMap<string, ListedModel>): Map<string, ListedModel> {
  return new Map(
    [...listed].filter(([name, model]) => {
      const undated = withoutReleaseDay(name);
      return undated === name || !Bun.deepEquals(listed.get(undated), model);
    }),
  );
}

/** Lists a model once for all regions in which Bedrock sells it at the same prices. */
function joinRegions(listed: ReadonlyMap<string, ListedModel>): [string, ListedModel][] {
  const groups = Map.groupBy(
    listed,
    ([name, model]) => `${name.replace(REGION, "")} ${JSON.stringify(model)}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const [name, model] = first;
    return [[name, others.length === 0 ? model : { ...model, aliases: others.map(([other]) => other) }]];
  });
}

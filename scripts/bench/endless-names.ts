/**
 * What one key can do to everybody's answers with names that have no end.
 *
 * scripts/run scripts/bench/endless-names.ts [--people 24000] [--models 30000] [--dir FOLDER] [--executable]
 *
 * A key sends sessions of that many e-mails and, on another server, calls of that many models, each of which is refused
 * once before it works. Then each answer about
 * the whole organization is asked for, lists also with the most rows that they give. It fails when an answer fails,
 * takes longer than the server's own deadline for queries, or has 1 MB or more.
 */
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import type { WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";
import { CHAPTER_NAMES } from "../../src/insights/reports/report.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { DAY, type Instant, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, startBenched } from "./appliance.ts";

const flags = readFlags({ ...APPLIANCE_FLAGS, people: wholeNumber(24_000), models: wholeNumber(30_000) });
const { requestDeadlineMs } = SETTINGS.parse({ dataDir: flags.dir });
const MOST_BYTES = 1_000_000;
const RECORDS_A_BODY = 5_000;
/** All work is in these days before now, so that charts by day and hour have something everywhere. */
const DAYS = 20;
const MODELS_A_SESSION = 100;
/** Of an agent whose call was refused. */
const WAIT: Milliseconds = 20 * SECOND;

/** Answers that are about no organization's work, or that need more than a time range. */
const NOT_ASKED =
  /^\/v1\/(integrations|advisor\/stream|reports\/firings|satisfaction\/pending)|rejudge$|\{(?!score)/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];
await tryOut(`${flags.people} people`, flags.people, recordsOfPerson);
await tryOut(`${flags.models} models`, flags.models, recordsOfModel);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** @param recordsOf - Returns the records that bring the name with this number. */
async function tryOut(
  what: string,
  names: number,
  recordsOf: (name: number, at: Instant) => object[],
): Promise<void> {
  const appliance = await startBenched(flags);
  const startedAt = performance.now();
  const first = Date.now() - DAYS * DAY;
  const records = Array.from({ length: names }, (_, name) =>
    recordsOf(name, Math.round(first + (name / names) * DAYS * DAY)),
  ).flat();
  for (let at = 0; at < records.length; at += RECORDS_A_BODY)
    await send(appliance, records.slice(at, at + RECORDS_A_BODY));
  await settled(appliance, records.length);
  say(`${what}: measured after ${((performance.now() - startedAt) / SECOND).toFixed(0)} s`);
  const reported = await makeReport(appliance);
  const chapters = CHAPTER_NAMES.map((chapter) => `/v1/insights/details?chapter=${chapter}&${reported}`);
  for (const path of [...(await everyPath(appliance)), ...chapters]) await ask(appliance, path);
  await appliance.stop();
  discard(appliance);
}

function recordsOfPerson(person: number, at: Instant): object[] {
  const standard = { "session.id": `person-${person}`, "user.email": `person-${person}@example.com` };
  return [prompt(standard, at), call(standard, { at: at + SECOND, model: "claude-haiku-5-5" })];
}

function recordsOfModel(number: number, at: Instant): object[] {
  const standard = {
    "session.id": `models-${Math.floor(number / MODELS_A_SESSION)}`,
    "user.email": "ada@example.com",
  };
  const model = `a-model-with-a-long-name-${number}`;
  return [
    ...(number % MODELS_A_SESSION === 0 ? [prompt(standard, at)] : []),
    refusal(standard, { at, model }),
    // the agent tried again after a while
    call(standard, { at: at + WAIT, model }),
  ];
}

function refusal(standard: WireAttributes, { at, model }: { at: Instant; model: string }): object {
  const attributes = { model, status_code: 429, error: "rate limited", attempt: 1, duration_ms: 100 };
  return claudeCodeRecord({ name: "api_error", at, attributes }, standard);
}

function prompt(standard: WireAttributes, at: Instant): object {
  const text = "Add a page that lists the orders of a customer, please.";
  return claudeCodeRecord(
    { name: "user_prompt", at, attributes: { prompt: text, prompt_length: text.length } },
    standard,
  );
}

function call(standard: WireAttributes, { at, model }: { at: Instant; model: string }): object {
  const attributes = { model, input_tokens: 4_000, output_tokens: 300, duration_ms: 2_000 };
  return claudeCodeRecord({ name: "api_request", at, attributes }, standard);
}

function headersOf({ key }: BenchedAppliance): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

/** A server under pressure says 503; a client tries again. */
async function send(appliance: BenchedAppliance, records: readonly object[]): Promise<void> {
  const body = Bun.gzipSync(JSON.stringify(claudeCodeLogs(records)));
  const headers = { ...headersOf(appliance), "content-encoding": "gzip" };
  for (;;) {
    const { status } = await fetch(`${addressOf(appliance)}/v1/logs`, { method: "POST", headers, body });
    if (status === 200) return;
    await Bun.sleep(SECOND / 2);
  }
}

function addressOf({ port }: BenchedAppliance): string {
  return `http://127.0.0.1:${port}`;
}

async function settled(appliance: BenchedAppliance, records: number): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "read");
  for (let quiet = 0; quiet < 3; await Bun.sleep(SECOND / 2)) {
    const { examined } = await appliance.books();
    const isBehind = examined.records < records || (await findDirty(database, 1)).length > 0;
    quiet = isBehind ? 0 : quiet + 1;
  }
  await database.destroy();
}

/**
 * Has a report made, so that there is one to ask for.
 *
 * @returns Its time range, as parameters.
 */
async function makeReport(appliance: BenchedAppliance): Promise<string> {
  const window = {
    from: new Date(Date.now() - 30 * DAY).toISOString(),
    to: new Date().toISOString(),
  };
  const path = `${addressOf(appliance)}/v1/insights/report`;
  const headers = headersOf(appliance);
  const made = await fetch(`${path}/generate`, { method: "POST", headers, body: JSON.stringify(window) });
  const { id } = (await made.json()) as { id: string };
  const startedAt = performance.now();
  for (;;) {
    const { status } = (await (await fetch(`${path}/status/${id}`, { headers })).json()) as {
      status: string;
    };
    const isOver = status === "failed" || performance.now() - startedAt > 10 * MINUTE;
    if (isOver) failures.push(`a report: ${status}`);
    if (isOver || status === "completed") return new URLSearchParams(window).toString();
    await Bun.sleep(SECOND / 4);
  }
}

/** What is used of the OpenAPI document. */
interface Described {
  paths: Record<string, { get?: { parameters?: (Parameter | { $ref: string })[]; responses: object } }>;
  components: { parameters: Record<string, Parameter> };
}

interface Parameter {
  name: string;
  schema: { maximum?: number };
}

/** Returns what can be read, lists with their usual number of rows and with the most. */
async function everyPath(appliance: BenchedAppliance): Promise<string[]> {
  const response = await fetch(`${addressOf(appliance)}/v1/openapi.json`, { headers: headersOf(appliance) });
  const { paths, components } = (await response.json()) as Described;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || !("200" in get.responses) || NOT_ASKED.test(path)) return [];
    const plain = path.replace("{score}", "speed");
    const most = get.parameters
      ?.map((listed) =>
        "name" in listed ? listed : components.parameters[listed.$ref.split("/").at(-1) ?? ""],
      )
      .find((parameter) => parameter?.name === "limit")?.schema.maximum;
    return most === undefined ? [plain] : [plain, `${plain}?limit=${most}`];
  });
}

async function ask(appliance: BenchedAppliance, path: string): Promise<void> {
  const from = performance.now();
  const response = await fetch(addressOf(appliance) + path, { headers: headersOf(appliance) });
  const bytes = await response.bytes();
  const took = performance.now() - from;
  const { status } = response;
  say(
    `${path.padEnd(56)} ${status} ${took.toFixed(0).padStart(6)} ms ${(bytes.length / 1000).toFixed(0).padStart(5)} kB`,
  );
  if (status !== 200) failures.push(`${path}: ${status} ${new TextDecoder().decode(bytes.slice(0, 200))}`);
  if (took > requestDeadlineMs) failures.push(`${path} took ${took.toFixed(0)} ms`);
  if (bytes.length >= MOST_BYTES) failures.push(`${path} has ${bytes.length} bytes`);
}

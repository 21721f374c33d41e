/**
 * Measures how many prompts a second are judged against a model that answers in 100 ms, and what that costs ingest:
 * two appliances take the same prompts and the same load in turn, one of them with the model.
 *
 * bun scripts/bench/judging.ts [--dir FOLDER] [--prompts N] [--seconds N] [--rounds N] [--connections N,N] [--executable]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabaseOf } from "../../src/stores.ts";
import { tables } from "../../src/database/table-shape.ts";
import { JUDGEMENTS } from "../../src/rubric/prompts/judgements-table.ts";
import { type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";

const { values } = parseArgs({
  options: {
    dir: { type: "string", default: process.cwd() },
    prompts: { type: "string", default: "1000" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "8,64" },
    executable: { type: "boolean", default: false },
  },
});
const PROMPTS = Number(values.prompts);
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
const PROMPTS_A_SESSION = 20;
const RECORDS_A_BODY = 10;
const GIVE_UP_MS = 300_000;

const model = Bun.spawn([process.execPath, join(import.meta.dir, "model-server.ts")], { stdout: "pipe" });
const url = new TextDecoder().decode((await model.stdout.getReader().read()).value).trim();
const without = await startBenched(values.dir);
const judging = await startBenched(values.dir, ["--llm-base-url", url, "--llm-model", "a-model"]);

let sentPrompts = 0;
await sendPrompts(judging);
const alone = await untilJudged(judging, sentPrompts);
process.stdout.write(`${alone.toFixed(1)} prompts judged a second, ${PROMPTS} of them, nothing else to do\n`);

process.stdout.write("connections  req/s without  req/s with   ratio  judged meanwhile a second\n");
for (const connections of values.connections.split(",").map(Number)) await compare(connections);

model.kill();
for (const appliance of [without, judging]) {
  await appliance.stop();
  discard(appliance);
}

async function compare(connections: number): Promise<void> {
  const rounds: { without: number; judging: number; judged: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const base = await load(without, connections);
    await sendPrompts(judging);
    const before = await countJudged(judging);
    const beside = await load(judging, connections);
    const judged = ((await countJudged(judging)) - before) / SECONDS;
    rounds.push({ without: base, judging: beside, judged });
    await untilJudged(judging, sentPrompts);
  }
  const middle = (name: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[name]));
  const ratio = median(rounds.map((one) => one.judging / one.without));
  const cells = [
    String(connections).padStart(11),
    middle("without").toFixed(0).padStart(14),
    middle("judging").toFixed(0).padStart(11),
    ratio.toFixed(2).padStart(7),
    middle("judged").toFixed(1).padStart(26),
  ];
  process.stdout.write(`${cells.join(" ")}\n`);
}

let firstCount = 0;

/** Gives: requests a second. */
async function load({ port, key }: BenchedAppliance, connections: number): Promise<number> {
  const maker = createBodyMaker(RECORDS_A_BODY, "plain", firstCount);
  firstCount += 1_000_000_000;
  const headers = { authorization: `Bearer ${key}` };
  const result = await runLoad({
    port,
    path: "/v1/logs",
    headers,
    connections,
    seconds: SECONDS,
    nextBody: maker.next,
  });
  return result.requests / result.seconds;
}

/** Sends as many new prompts as are judged at a time, and returns when they wait to be judged. */
async function sendPrompts({ port, key }: BenchedAppliance): Promise<void> {
  for (let sent = 0; sent < PROMPTS; sent += PROMPTS_A_SESSION) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/logs`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(sessionOf(sentPrompts, PROMPTS_A_SESSION)),
    });
    if (answer.status !== 200) throw new Error(`prompts were refused with ${answer.status}`);
    sentPrompts += PROMPTS_A_SESSION;
  }
}

function sessionOf(first: number, prompts: number): object {
  const now = Date.now() - prompts * 60_000;
  const logRecords = Array.from({ length: prompts }, (_, index) => ({
    timeUnixNano: `${now + index * 60_000}000000`,
    attributes: Object.entries({
      "event.name": "user_prompt",
      "session.id": `bench-${first}`,
      "prompt.id": `prompt-${first + index}`,
      prompt: `Fix function${first + index}() in src/part${index}.ts: it returns null for an empty list, it should return 0. Keep its signature and run the tests.`,
    }).map(([name, stringValue]) => ({ key: name, value: { stringValue } })),
  }));
  const attributes = [{ key: "service.name", value: { stringValue: "claude-code" } }];
  return { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] };
}

/** Waits until so many are judged. Gives: how many a second were, from the first that came since to the last. */
async function untilJudged(appliance: BenchedAppliance, wanted: number): Promise<number> {
  const before = await countJudged(appliance);
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let firstAt: number | null = null;
  for (;;) {
    const judged = await countJudged(appliance);
    if (judged > before) firstAt ??= performance.now();
    if (judged >= wanted) return ((judged - before) * 1000) / (performance.now() - (firstAt ?? 0));
    if (performance.now() > giveUpAt) throw new Error(`${judged} of ${wanted} prompts are judged`);
    await Bun.sleep(50);
  }
}

async function countJudged({ directory }: BenchedAppliance): Promise<number> {
  const database = openDatabaseOf({ dataDir: directory }, "read");
  try {
    const { judged } = await tables(database, JUDGEMENTS)
      .selectFrom("judgements")
      .select((row) => row.fn.countAll<number>().as("judged"))
      .executeTakeFirstOrThrow();
    return Number(judged);
  } finally {
    await database.destroy();
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * Measures how many prompts a second are judged against a model that answers in 100 ms, and what that costs ingest:
 * two appliances take the same prompts and the same load in turn, one of them with the model.
 *
 * bun scripts/bench/judging.ts [--dir FOLDER] [--prompts N] [--seconds N] [--rounds N] [--connections N,N] [--executable]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabaseOf } from "../../src/stores.ts";
import { wholeSchema } from "../../test/whole-schema.ts";
import { type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";
import { usageOf } from "./processes.ts";

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
let firstCount = 0;
const sentInLoads = new Map<BenchedAppliance, number>();

try {
  await sendPrompts();
  const cpuBefore = usageOf(judging.pid).cpuSeconds;
  const left = sentPrompts - (await countRows(judging, "judgements"));
  const alone = await untilJudged();
  const cpuMs = ((usageOf(judging.pid).cpuSeconds - cpuBefore) * 1000) / left;
  process.stdout.write(
    `${alone.toFixed(1)} of ${PROMPTS} prompts judged a second, ${cpuMs.toFixed(1)} ms of CPU each\n`,
  );
  process.stdout.write("connections  req/s without  req/s with   ratio  judged meanwhile a second\n");
  for (const connections of values.connections.split(",").map(Number)) await compare(connections);
} finally {
  model.kill();
  for (const appliance of [without, judging]) {
    await appliance.stop();
    discard(appliance);
  }
}

async function compare(connections: number): Promise<void> {
  const rounds: { without: number; judging: number; judged: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // both have examined and measured the same before; only the model's answers are still to come
    await sendPrompts();
    const before = await countRows(judging, "judgements");
    const beside = await load(judging, connections);
    const judged = ((await countRows(judging, "judgements")) - before) / SECONDS;
    await untilExamined(judging);
    await untilJudged();
    rounds.push({ without: await load(without, connections), judging: beside, judged });
    await untilExamined(without);
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

/** Gives: requests a second. */
async function load(appliance: BenchedAppliance, connections: number): Promise<number> {
  const { port, key } = appliance;
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
  const records = (sentInLoads.get(appliance) ?? 0) + result.requests * RECORDS_A_BODY;
  sentInLoads.set(appliance, records);
  return result.requests / result.seconds;
}

/** Sends both as many new prompts, and returns when both have measured them. */
async function sendPrompts(): Promise<void> {
  const first = sentPrompts;
  sentPrompts += PROMPTS;
  for (const { port, key } of [without, judging]) {
    for (let at = first; at < sentPrompts; at += PROMPTS_A_SESSION) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/logs`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(sessionOf(at, PROMPTS_A_SESSION)),
      });
      if (answer.status !== 200) throw new Error(`prompts were refused with ${answer.status}`);
    }
  }
  for (const appliance of [without, judging])
    await until(`prompts of ${sentPrompts} are measured`, () => countRows(appliance, "prompts"));
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

/** Waits until all are judged. Gives: how many a second were, from the first that came since to the last. */
async function untilJudged(): Promise<number> {
  const before = await countRows(judging, "judgements");
  const startedAt = performance.now();
  await until(`prompts of ${sentPrompts} are judged`, () => countRows(judging, "judgements"));
  return ((sentPrompts - before) * 1000) / (performance.now() - startedAt);
}

/** Waits until all that was sent is examined, so that the next measurement has the machine to itself. */
async function untilExamined(appliance: BenchedAppliance): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const { examined } = await appliance.books();
    if (examined.records >= sentPrompts + (sentInLoads.get(appliance) ?? 0)) return;
    if (performance.now() > giveUpAt) throw new Error("the records of the load are not examined");
    await Bun.sleep(50);
  }
}

async function until(what: string, count: () => Promise<number>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const counted = await count();
    if (counted >= sentPrompts) return;
    if (performance.now() > giveUpAt) throw new Error(`${counted} ${what}`);
    await Bun.sleep(20);
  }
}

async function countRows({ directory }: BenchedAppliance, table: "judgements" | "prompts"): Promise<number> {
  const database = openDatabaseOf({ dataDir: directory }, "read");
  try {
    const { counted } = await wholeSchema(database)
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("counted"))
      .executeTakeFirstOrThrow();
    return Number(counted);
  } finally {
    await database.destroy();
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * Measures how many prompts a second are judged against a model that answers in 100 ms, and what that costs ingest:
 * two appliances take the same prompts and the same load in turn, one of them with the model.
 *
 * bun scripts/bench/judging.ts [--dir FOLDER] [--prompts N] [--seconds N] [--rounds N] [--connections N,N] [--executable]
 */
import { openDatabaseOf } from "../../src/stores.ts";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { wholeSchema } from "../../test/whole-schema.ts";
import { amount, readFlags, wholeNumber, wholeNumbers } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";
import { startModel } from "./start-model.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  prompts: wholeNumber(1_000),
  seconds: amount(4),
  rounds: wholeNumber(4),
  connections: wholeNumbers([8, 64]),
});
const { prompts: PROMPTS, seconds: SECONDS, rounds: ROUNDS } = flags;
const PROMPTS_A_SESSION = 20;
const RECORDS_A_BODY = 10;
const GIVE_UP_MS = 300_000;

const model = await startModel();
const without = await startBenched(flags);
const judging = await startBenched(flags, ["--llm-base-url", model.url, "--llm-model", "a-model"]);

let firstCount = 0;
const sentPrompts = new Map<BenchedAppliance, number>();
const sentInLoads = new Map<BenchedAppliance, number>();

try {
  await sendPrompts(judging);
  const cpuBefore = usageOf(judging.pid).cpuSeconds;
  const left = PROMPTS - (await countRows(judging, "judgements"));
  const alone = await untilJudged();
  const cpuMs = ((usageOf(judging.pid).cpuSeconds - cpuBefore) * 1000) / left;
  process.stdout.write(
    `${alone.toFixed(1)} of ${PROMPTS} prompts judged a second, ${cpuMs.toFixed(1)} ms of CPU each\n`,
  );
  process.stdout.write("connections  req/s without  req/s with   ratio  judged meanwhile a second\n");
  for (const connections of flags.connections) await compare(connections);
} finally {
  model.stop();
  for (const appliance of [without, judging]) {
    await appliance.stop();
    discard(appliance);
  }
}

async function compare(connections: number): Promise<void> {
  const rounds: { without: number; judging: number; judged: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates = new Map<BenchedAppliance, number>();
    let judged = 0;
    // which of them comes first changes from round to round, as does what else the machine does
    for (const appliance of round % 2 === 0 ? [judging, without] : [without, judging]) {
      await sendPrompts(appliance);
      const before = await countRows(appliance, "judgements");
      rates.set(appliance, await load(appliance, connections));
      judged += ((await countRows(appliance, "judgements")) - before) / SECONDS;
      await untilExamined(appliance);
      if (appliance === judging) await untilJudged();
    }
    rounds.push({ without: rates.get(without) ?? 0, judging: rates.get(judging) ?? 0, judged });
  }
  const middle = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]));
  const cells = [
    String(connections).padStart(11),
    middle("without").toFixed(0).padStart(14),
    middle("judging").toFixed(0).padStart(11),
    (middle("judging") / middle("without")).toFixed(2).padStart(7),
    middle("judged").toFixed(1).padStart(26),
  ];
  process.stdout.write(`${cells.join(" ")}\n`);
}

/** Returns requests a second. */
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

/** Sends new prompts, and returns when they are measured: then only the model's answers are to come. */
async function sendPrompts(appliance: BenchedAppliance): Promise<void> {
  const { port, key } = appliance;
  const first = sentPrompts.get(appliance) ?? 0;
  sentPrompts.set(appliance, first + PROMPTS);
  for (let at = first; at < first + PROMPTS; at += PROMPTS_A_SESSION) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/logs`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(sessionOf(at, PROMPTS_A_SESSION)),
    });
    if (answer.status !== 200) throw new Error(`prompts were refused with ${answer.status}`);
  }
  await until(first + PROMPTS, "prompts are measured", () => countRows(appliance, "prompts"));
}

function sessionOf(first: number, prompts: number): object {
  const now = Date.now() - prompts * 60_000;
  const records = Array.from({ length: prompts }, (_, index) => {
    const attributes = {
      "session.id": `bench-${first}`,
      "prompt.id": `prompt-${first + index}`,
      prompt: `Fix function${first + index}() in src/part${index}.ts: it returns null for an empty list, it should return 0. Keep its signature and run the tests.`,
    };
    return claudeCodeRecord({ name: "user_prompt", at: now + index * 60_000, attributes });
  });
  return claudeCodeLogs(records);
}

/**
 * Waits until all are judged.
 *
 * @returns How many a second were meanwhile.
 */
async function untilJudged(): Promise<number> {
  const all = sentPrompts.get(judging) ?? 0;
  const before = await countRows(judging, "judgements");
  const startedAt = performance.now();
  await until(all, "prompts are judged", () => countRows(judging, "judgements"));
  return ((all - before) * 1000) / (performance.now() - startedAt);
}

/** Waits until all that was sent is examined and measured, so that the next load has the machine to itself. */
async function untilExamined(appliance: BenchedAppliance): Promise<void> {
  const sent = (sentPrompts.get(appliance) ?? 0) + (sentInLoads.get(appliance) ?? 0);
  await until(sent, "records are examined", async () => (await appliance.books()).examined.records);
  await until(1, "is measured", async () => ((await countRows(appliance, "dirty_sessions")) === 0 ? 1 : 0));
}

async function until(wanted: number, what: string, count: () => Promise<number>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let counted = await count(); counted < wanted; counted = await count()) {
    if (performance.now() > giveUpAt) throw new Error(`${counted} of ${wanted} ${what}`);
    await Bun.sleep(20);
  }
}

async function countRows(
  { directory }: BenchedAppliance,
  table: "judgements" | "prompts" | "dirty_sessions",
): Promise<number> {
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

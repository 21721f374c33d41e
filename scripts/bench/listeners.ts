/**
 * Measures what clients that listen for new cards cost: memory, and ingest meanwhile, in one run with and without.
 *
 * bun scripts/bench/listeners.ts [--dir FOLDER] [--listeners N] [--seconds N] [--rounds N] [--executable]
 */
import type { Socket } from "bun";
import { pieceOfWork } from "../../test/insights/advisor/pieces.ts";
import { amount, readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";
import { mainThreadSeconds, usageOf } from "./processes.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  listeners: wholeNumber(200),
  seconds: amount(1),
  rounds: wholeNumber(20),
});
const { listeners: LISTENERS, seconds: SECONDS, rounds: ROUNDS } = flags;
const CONNECTIONS = 32;
const RECORDS = 100;
const MIB = 1024 * 1024;
const SETTLE_MS = 2_000;
const TWO_HOURS_MS = 7_200_000;
/** What they may cost at the most. */
const MOST = { bytes: 100 * MIB, slower: 0.05, cardMs: 1_000 };

const appliance = await startBenched(flags);
const bodies = createBodyMaker(RECORDS, "plain", 0);
// before any load: what that needs comes and goes by more than listeners take
await Bun.sleep(SETTLE_MS);
const bytes = await measureMemory();
const cardMs = await timeCard(); // what is behind a backlog waits for it
await load(); // compiled before anything is measured
const rounds: { alone: Cost; beside: Cost }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  // by turns, so that what grows or warms up with time falls to both
  const first = round % 2 === 0 ? null : await loadBeside("open");
  const alone = await loadBeside("closed");
  rounds.push({ alone, beside: first ?? (await loadBeside("open")) });
}
await appliance.stop();
discard(appliance);
report();

/** What a load came to. */
interface Cost {
  perSecond: number;
  /** CPU of the thread that ingests, for a request: what else runs on the machine changes it little. */
  cpuSeconds: number;
}

async function load(): Promise<Cost> {
  const before = mainThreadSeconds(appliance.pid);
  const { requests, seconds } = await runLoad({
    port: appliance.port,
    path: "/v1/logs",
    headers: { authorization: `Bearer ${appliance.key}` },
    connections: CONNECTIONS,
    seconds: SECONDS,
    nextBody: bodies.next,
  });
  const cpuSeconds = mainThreadSeconds(appliance.pid) - before;
  return { perSecond: requests / seconds, cpuSeconds: cpuSeconds / requests };
}

async function measureMemory(): Promise<number> {
  const before = usageOf(appliance.pid).residentBytes;
  const sockets = await listen(() => {});
  await Bun.sleep(SETTLE_MS);
  const taken = usageOf(appliance.pid).residentBytes - before;
  for (const socket of sockets) socket.end();
  return taken;
}

/** Streams are opened for both, so that the stages have the same time to work off what waits for them. */
async function loadBeside(streams: "open" | "closed"): Promise<Cost> {
  const sockets = await listen(() => {});
  if (streams === "closed") for (const socket of sockets) socket.end();
  await Bun.sleep(SETTLE_MS / 4);
  const cost = await load();
  for (const socket of sockets) socket.end();
  return cost;
}

/**
 * Opens the streams.
 *
 * @param heard - What is called at each card.
 */
async function listen(heard: () => void): Promise<Socket[]> {
  const open = Array.from({ length: LISTENERS }, async () => {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    await Bun.connect({
      hostname: "127.0.0.1",
      port: appliance.port,
      socket: {
        open: (socket) =>
          void socket.write(
            `GET /v1/advisor/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${appliance.key}\r\n\r\n`,
          ),
        data: (socket, bytes) => {
          const text = bytes.toString("latin1");
          if (text.includes(": listening")) resolve(socket);
          if (text.includes("event: card")) heard();
        },
      },
    });
    return promise;
  });
  return Promise.all(open);
}

/** From asking for advice until every listener has the card that it made. */
async function timeCard(): Promise<number> {
  const all = Promise.withResolvers<void>();
  let heard = 0;
  const sockets = await listen(() => void (++heard === LISTENERS && all.resolve()));
  const session = "listened for";
  await post("/v1/logs", pieceOfWork({ session, at: Date.now() - TWO_HOURS_MS }));
  let startedAt = performance.now();
  for (let cards = 0; cards === 0;) {
    startedAt = performance.now();
    const answer = (await post("/v1/advisor/run", { session_id: session })) as { cards?: unknown[] };
    cards = answer.cards?.length ?? 0;
  }
  await all.promise;
  const tookMs = performance.now() - startedAt;
  for (const socket of sockets) socket.end();
  return tookMs;
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${appliance.port}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${appliance.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

function report(): void {
  // of sums, because what came first in a round left work for what came second, and they came first by turns
  const ratio = (pick: (cost: Cost) => number): number => {
    const sum = (costs: Cost[]): number => costs.reduce((all, cost) => all + pick(cost), 0);
    return sum(rounds.map(({ beside }) => beside)) / sum(rounds.map(({ alone }) => alone));
  };
  const rate = ratio(({ perSecond }) => perSecond);
  const cpu = ratio(({ cpuSeconds }) => cpuSeconds);
  const lines = [
    `${LISTENERS} listeners, ${ROUNDS} rounds of ${SECONDS} s, ${RECORDS} records a body`,
    `memory          +${(bytes / MIB).toFixed(1)} MiB (under ${MOST.bytes / MIB})`,
    `ingest          ${rate.toFixed(3)} of its rate without them`,
    `CPU a request   ${cpu.toFixed(3)} of what it is without them, in the thread that ingests (under ${1 + MOST.slower})`,
    `a card          ${cardMs.toFixed(0)} ms until all had it (under ${MOST.cardMs})`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  const isGood = bytes < MOST.bytes && cpu < 1 + MOST.slower && cardMs < MOST.cardMs;
  process.exit(isGood ? 0 : 1);
}

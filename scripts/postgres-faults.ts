/**
 * Breaks every statement that the engine's stages send to PostgreSQL for a captured session, in every way, one in each
 * pass; then lets the server hang, and looks whether that is noticed, shown and survived:
 *
 *   scripts/run scripts/postgres-faults.ts [--breaks 50] [--at-once 8] [--seed 7] [--only hang]
 *
 * --breaks takes so many of them, by chance, and --at-once puts several into one pass, which takes about a second.
 */
import { BrokenPasses, type Pass } from "../test/engines/broken-passes.ts";
import { findPostgres } from "../test/engines/postgres.ts";
import type { StatementFault } from "../test/engines/postgres-proxy.ts";
import type { StatusAnswer } from "../src/http/self/status-answer.ts";
import { type Milliseconds, SECOND } from "../src/vocabulary/units.ts";
import { oneOf, readCommandLine, wholeNumber } from "./flags.ts";

const FAULTS: readonly StatementFault[] = [
  "before",
  "after",
  { state: "40001" },
  { state: "40P01" },
  { state: "57P01" },
];

/** A lease is over after 8 s; a server that hangs is given up within three times its silence, of 10 s. */
const NOTICED_WITHIN_MS: Milliseconds = 40 * SECOND;

const SHOWN_EVERY = 10;
const SHOWN_AS_AWAY = "\nscoring_database_up 0\n";

const { values } = readCommandLine(
  {
    breaks: wholeNumber(Number.MAX_SAFE_INTEGER),
    "at-once": wholeNumber(1),
    seed: wholeNumber(1),
    only: oneOf(["statements", "hang"]),
  },
  [],
);
const found = findPostgres();
if ("missing" in found) throw new Error(found.missing);
const passes = await BrokenPasses.start(found.programs);
let failures = 0;
try {
  if (values.only !== "hang") await breakStatements();
  if (values.only !== "statements") await hang();
} finally {
  await passes.stop();
}
process.exit(failures === 0 ? 0 : 1);

async function breakStatements(): Promise<void> {
  const { statements, problems } = await passes.pass();
  report("undisturbed", problems);
  const all = [...statements].toSorted().flatMap((name) => FAULTS.map((fault) => ({ name, fault })));
  const chosen = all
    .map((each, place) => ({ each, rank: Bun.hash(`${values.seed} ${place}`) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, values.breaks)
    .map(({ each }) => each);
  say(`${statements.size} statements, ${all.length} ways to break them, ${chosen.length} chosen`);
  let broken = 0;
  const together = values["at-once"];
  for (let at = 0; at < chosen.length; at += together) {
    const breaks = new Map(chosen.slice(at, at + together).map(({ name, fault }) => [name, fault]));
    const pass: Pass = await passes.pass(breaks);
    broken += pass.broken.size;
    report(JSON.stringify([...breaks]), pass.problems);
    if ((at / together) % SHOWN_EVERY === 0) say(`${at + together} tried, ${broken} broke`);
  }
  say(`${broken} of ${chosen.length} statements came and broke; ${failures} passes went wrong`);
}

async function hang(): Promise<void> {
  const { appliance, proxy } = passes;
  const { admin } = await appliance.addOrganization();
  const isReady = () => fetch(`${appliance.url}/readyz`).then(({ status }) => status === 200);
  const isShown = async () => (await (await appliance.get("/metrics", admin)).text()).includes(SHOWN_AS_AWAY);
  await until("ready", isReady);
  const began = performance.now();
  proxy.stall(true);
  await until("not ready", async () => !(await isReady()));
  say(`reported as not ready after ${Math.round(performance.now() - began)} ms`);
  await until("shown to a scraper", isShown);
  say(`shown to a scraper after ${Math.round(performance.now() - began)} ms`);
  const asked = performance.now();
  const status = (await (await appliance.get("/v1/admin/status", admin)).json()) as StatusAnswer;
  const took = Math.round(performance.now() - asked);
  say(`its status came after ${took} ms, without what ${status.unanswered.join(" and ")} would say`);
  if (!status.unanswered.includes("database")) report("status while it hangs", [JSON.stringify(status)]);
  await until("given up", async () => proxy.givenUp() > 0);
  say(`the first connection was given up after ${Math.round(performance.now() - began)} ms`);
  proxy.stall(false);
  const healed = performance.now();
  await until("ready again", isReady);
  say(`ready ${Math.round(performance.now() - healed)} ms after the server answered again`);
  report("a pass afterwards", (await passes.pass()).problems);
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await holds().catch(() => false))) {
    if (performance.now() - begun > NOTICED_WITHIN_MS) throw new Error(`not ${what} in time`);
    await Bun.sleep(SECOND / 10);
  }
}

function report(what: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  failures += 1;
  say([what, ...problems].join("\n  "));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

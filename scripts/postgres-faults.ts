/**
 * Breaks every statement that an engine sends to PostgreSQL, in every way, one in each pass: those of all stages together
 * for a captured session, and those of each stage that works later, over work that waits for it. Then lets the server hang,
 * and looks whether that is noticed, shown and survived:
 *
 *   scripts/run scripts/postgres-faults.ts [--breaks 50] [--at-once 8] [--seed 7] [--only statements|stages|hang]
 *     [--scene purges]
 *
 * --breaks takes so many of them, by chance, of each stage too, and --at-once puts several into one pass, which takes about a
 * second. --scene takes one stage only, for --only stages.
 */
import { BrokenPasses, type Pass } from "../test/engines/broken-passes.ts";
import { BrokenStages, SCENE_NAMES } from "../test/engines/broken-stages.ts";
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
    only: oneOf(["statements", "stages", "hang"]),
    scene: oneOf(SCENE_NAMES),
  },
  [],
);
const found = findPostgres();
if ("missing" in found) throw new Error(found.missing);
const { programs } = found;
const wants = (part: string) => (values.only ?? part) === part;
let failures = 0;
if (wants("statements") || wants("hang")) await breakAppliance();
if (wants("stages")) await breakStages();
process.exit(failures === 0 ? 0 : 1);

async function breakAppliance(): Promise<void> {
  const passes = await BrokenPasses.start(programs);
  try {
    if (wants("statements")) await breakStatements("all stages", (breaks) => passes.pass(breaks));
    if (wants("hang")) await hang(passes);
  } finally {
    await passes.stop();
  }
}

async function breakStages(): Promise<void> {
  const stages = await BrokenStages.start(programs);
  try {
    for (const scene of values.scene === null ? SCENE_NAMES : [values.scene])
      await breakStatements(scene, (breaks) => stages.pass(scene, breaks));
  } finally {
    await stages.stop();
  }
}

async function breakStatements(
  of: string,
  passWith: (breaks: ReadonlyMap<string, StatementFault>) => Promise<Pass>,
): Promise<void> {
  const failedBefore = failures;
  const { statements, problems } = await passWith(new Map());
  report(`${of}, undisturbed`, problems);
  const all = [...statements].toSorted().flatMap((name) => FAULTS.map((fault) => ({ name, fault })));
  const chosen = all
    .map((each, place) => ({ each, rank: Bun.hash(`${values.seed} ${place}`) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, values.breaks)
    .map(({ each }) => each);
  say(`${of}: ${statements.size} statements, ${all.length} ways to break them, ${chosen.length} chosen`);
  let broken = 0;
  const together = values["at-once"];
  for (let at = 0; at < chosen.length; at += together) {
    const breaks = new Map(chosen.slice(at, at + together).map(({ name, fault }) => [name, fault]));
    const pass = await passWith(breaks);
    broken += pass.broken.size;
    report(`${of}, ${JSON.stringify([...breaks])}`, pass.problems);
    if ((at / together) % SHOWN_EVERY === 0) say(`${at + together} tried, ${broken} broke`);
  }
  say(`${broken} of ${chosen.length} came and broke; ${failures - failedBefore} passes went wrong`);
}

async function hang(passes: BrokenPasses): Promise<void> {
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

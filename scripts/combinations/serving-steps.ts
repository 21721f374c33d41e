/** The server of a combination runs and takes what agents send; what commands say of it then, and when it is stopped. */
import { existsSync, rmSync } from "node:fs";
import { firstKeysPath } from "../../src/appliance/layout.ts";
import { eventually } from "../../test/eventually.ts";
import { beginImports, endImports } from "../scale-out/people.ts";
import { learned, settled } from "../scale-out/settle.ts";
import { PLAIN } from "./combination.ts";
import { copyPeople, makePeople, readPeople } from "./people.ts";
import { expectSameRows } from "./same.ts";
import { expectThat, type Step } from "./step.ts";
import type { Trial } from "./trial.ts";
import { sendWork } from "./work.ts";

/** What `scoring status` prints. */
interface Status {
  server: { status: string; servesDirectory: boolean | null; stages: { stage: string; ready: boolean }[] };
  books: { balanced: boolean } | null;
  kept: object | null;
}

/** What `scoring doctor` and `scoring verify` print. */
interface Findings {
  findings: { check: string; state: "ok" | "warn" | "fail"; found: string }[];
}

export const SERVING_STEPS: readonly Step[] = [
  { name: "serve", isNeeded: true, quick: "all", work: serve },
  { name: "sessions are scored", isNeeded: true, quick: "all", work: score },
  { name: "same rows", quick: "all", work: (trial) => expectSameRows(trial, "sent") },
  { name: "status", quick: "compared", work: lookAtStatus },
  { name: "doctor", quick: "compared", work: (trial) => expectHealthy(trial, "doctor") },
  { name: "verify", quick: "compared", work: (trial) => expectHealthy(trial, "verify") },
];

export const STOPPED_STEPS: readonly Step[] = [
  { name: "stop", isNeeded: true, quick: "all", work: stop },
  { name: "status, stopped", work: lookAtStoppedStatus },
  { name: "doctor, stopped", work: (trial) => expectHealthy(trial, "doctor", ["server", "port"]) },
  { name: "verify, stopped", work: (trial) => expectHealthy(trial, "verify") },
];

/** Its owner has put the first keys somewhere safe. */
async function serve({ node }: Trial): Promise<void> {
  node.start();
  await node.ready();
  const firstKeys = firstKeysPath(node.directory);
  await eventually(async () => existsSync(firstKeys));
  rmSync(firstKeys);
}

async function score(trial: Trial): Promise<void> {
  const { common, combination, node, settings } = trial;
  await (combination === PLAIN ? makeThem(trial) : copyThem(trial));
  const people = await trial.people();
  // what is usual is learned from all of it, and not from what came first
  await trial.writing((database) => beginImports(database, [people]));
  const requests = await sendWork(common.work, { url: node.url, keys: people.keys });
  await settled(settings, requests);
  await trial.writing((database) => endImports(database, [people]));
  await learned(settings);
}

async function makeThem(trial: Trial): Promise<void> {
  const made = await trial.writing(async (database) => {
    const people = await makePeople(database);
    return { people, rows: await readPeople(database, people) };
  });
  trial.common.expected.people.resolve(made);
}

async function copyThem(trial: Trial): Promise<void> {
  const { rows } = await trial.common.expected.people.promise;
  await trial.writing((database) => copyPeople(rows, database));
}

async function lookAtStatus(trial: Trial): Promise<void> {
  const { admin } = await trial.people();
  const seen = [await trial.ask<Status>("status", "--key", admin)];
  if (trial.common.work.how === "whole") {
    const text = await trial.succeed("status");
    expectThat(text.startsWith(`${trial.node.url}: ready`), `it says ${text}`);
    seen.push(await trial.ask<Status>("status"));
  }
  for (const { server, books, kept } of seen) {
    expectThat(server.servesDirectory === true, "the server is taken for another one");
    expectThat(
      server.stages.every(({ ready }) => ready),
      "a stage is not ready",
    );
    expectThat(books?.balanced === true, "the books do not balance");
    expectThat(kept !== null, "nothing is said of what is kept");
  }
}

async function lookAtStoppedStatus(trial: Trial): Promise<void> {
  const { code, out } = await trial.run("status", "--json");
  expectThat(code === 1, `it ended with ${code}`);
  const { server, books, kept } = JSON.parse(out) as Status;
  expectThat(server.status === "not_reached", `the server is said to be ${server.status}`);
  expectThat(books?.balanced === true && kept !== null, "what is kept is not shown");
}

/** PostgreSQL as it comes, on a busy machine. */
const WARNED_OF = ["database pages", "database distance", "canary"];
/** What is sent is not all that an agent sends. */
const AGENTS = /^[a-z-]+ (\d+\.|of unknown version)/;

async function expectHealthy(
  trial: Trial,
  command: "doctor" | "verify",
  warned: readonly string[] = [],
): Promise<void> {
  if (trial.common.work.how === "whole") await trial.succeed(command);
  const { findings } = await trial.ask<Findings>(command);
  const usual = [...WARNED_OF, ...warned];
  const isUsual = (check: string) => usual.includes(check) || AGENTS.test(check);
  const odd = findings.filter(
    ({ check, state }) => state === "fail" || (state === "warn" && !isUsual(check)),
  );
  expectThat(odd.length === 0, odd.map(({ check, found }) => `${check}: ${found}`).join("; "));
  expectThat(findings.length > 3, "it checks nothing");
}

async function stop({ node }: Trial): Promise<void> {
  const code = await node.stop();
  expectThat(code === 0, `it ended with ${code}: ${node.log().slice(-1_000)}`);
}

/** `scoring demo`: a throwaway appliance, sample sessions through its front door, and the scores that come of them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath } from "../../appliance/layout.ts";
import { SCORES_ANSWER } from "../../http/routes/scores.ts";
import type { ScoreRow } from "../../scores/answer.ts";
import { readSettings } from "../../settings/read.ts";
import type { Settings } from "../../settings/schema.ts";
import { createLog, type Log, silentLog } from "../../vocabulary/log.ts";
import { DAY, MINUTE, type Milliseconds } from "../../vocabulary/units.ts";
import { CommandFailure } from "../command.ts";
import type { ExitCode } from "../terminal.ts";
import type { Speaker } from "../text/speaker.ts";
import type { DemoOptions, Program } from "../program.ts";
import { capturedSessions } from "./captured.ts";
import { generateSessions, toRequests } from "./generate.ts";
import { DEVELOPERS } from "./habits.ts";
import { awaitInterrupt, type Interrupt } from "./interrupt.ts";
import { type DemoKeys, foundOrganization } from "./organization.ts";
import { createProgressLine, type ProgressLine } from "./progress-line.ts";
import { tellDemo, type ShownDemo } from "./report.ts";
import { type Delivery, sendAll } from "./send.ts";
import { waitUntilSettled } from "./settled.ts";

/** What the demo needs of the program. */
export type DemoProgram = Pick<Program, "clock" | "startAppliance">;

const SEED = "demo";
const WEEKS: Milliseconds = 14 * DAY;
const CAPTURED_AGO: Milliseconds = 5 * MINUTE;

/**
 * Runs the demo from an empty folder to the score table.
 *
 * Takes: `keep`, to stay until interrupted; `json`, to write one document. Gives: 0, and nothing is left on the disk.
 * Fails: `CommandFailure` when something is not answered as it must be, or the demo was interrupted.
 */
export async function runDemo(
  options: DemoOptions,
  speaker: Speaker,
  program: DemoProgram,
): Promise<ExitCode> {
  const interrupt = awaitInterrupt();
  const progress = createProgressLine(speaker, { silent: options.json });
  const directory = await mkdtemp(join(tmpdir(), "scoring-demo-"));
  try {
    await demonstrate({ options, speaker, program, interrupt, progress, directory });
    return 0;
  } finally {
    progress.clear();
    await rm(directory, { recursive: true, force: true });
    interrupt.forget();
  }
}

interface Demonstration {
  options: DemoOptions;
  speaker: Speaker;
  program: DemoProgram;
  interrupt: Interrupt;
  progress: ProgressLine;
  directory: string;
}

async function demonstrate(demo: Demonstration): Promise<void> {
  const { options, speaker, program, interrupt, progress, directory } = demo;
  progress.show("Starting…");
  const appliance = await program.startAppliance(demoSettings(directory), errorsOnly(speaker));
  try {
    const shown = await Promise.race([scoreSamples(demo, appliance.url), interrupt.asked.then(giveUp)]);
    progress.clear();
    if (options.json) speaker.show(JSON.stringify(shown, null, 2));
    else tellDemo(shown, speaker);
    if (options.keep) await interrupt.asked;
  } finally {
    await appliance.stop();
  }
}

/** The table speaks for itself; only what breaks is said. */
function errorsOnly(speaker: Speaker): Log {
  const plain = createLog("plain", (line) => speaker.log(line));
  return { ...silentLog, error: plain.error };
}

/** Only what belongs to the demo: neither the environment nor a file of the current folder changes it. */
function demoSettings(directory: string): Settings {
  const flags = { "data-dir": directory, listen: "127.0.0.1:0", offline: "true" };
  const read = readSettings(flags, {});
  if (!read.ok) throw new Error(`BUG: the demo's settings: ${JSON.stringify(read.problem)}`);
  return read.value.settings;
}

async function scoreSamples(demo: Demonstration, url: string): Promise<ShownDemo> {
  const { options, program, progress, directory } = demo;
  const database = databasePath(directory);
  const now = program.clock();
  const window = { from: now - WEEKS, to: now };
  const keys = await foundOrganization(database, DEVELOPERS, now);
  const deliveries = await deliveriesOf(window, keys);
  const total = deliveries.reduce((sum, { requests }) => sum + requests.length, 0);
  const requests = await sendAll(url, deliveries, (sent) =>
    progress.show(`Sending ${sent} of ${total} requests of sample data…`),
  );
  await waitUntilSettled(database, { requests, clock: program.clock }, ({ written }) =>
    progress.show(written < total ? `Writing ${written} of ${total} requests…` : "Scoring…"),
  );
  const scores = await readScores(url, keys.admin, window);
  const sent = { sessions: deliveries.length, requests };
  return {
    sample: true,
    ...isoWindow(window),
    sent,
    scores,
    kept: options.keep ? { url, key: keys.admin } : null,
  };
}

interface Window {
  from: Milliseconds;
  to: Milliseconds;
}

function isoWindow({ from, to }: Window): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

async function deliveriesOf(window: Window, keys: DemoKeys): Promise<Delivery[]> {
  const generated = generateSessions({ seed: SEED, ...window }).map((session) => ({
    key: keys.developers.get(session.person.email) ?? keys.captured,
    requests: toRequests(session),
  }));
  const captured = (await capturedSessions(window.to - CAPTURED_AGO)).map((requests) => ({
    key: keys.captured,
    requests,
  }));
  return [...generated, ...captured];
}

/** Gives: the bound developers by name, those who are still learning last; then whom captured sessions name. */
async function readScores(url: string, key: string, window: Window): Promise<ScoreRow[]> {
  const asked = new URLSearchParams(isoWindow(window));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/scoring/scores?${asked}`, { headers });
  if (response.status !== 200) {
    throw new CommandFailure(
      `asking for the scores was answered ${response.status}: ${await response.text()}`,
    );
  }
  const { scores } = SCORES_ANSWER.parse(await response.json());
  return scores.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.developer.name.localeCompare(other.developer.name),
  );
}

function placeOf({ developer, state }: ScoreRow): number {
  if (developer.source !== "bound") return 2;
  return state === "learning" ? 1 : 0;
}

function giveUp(): never {
  throw new CommandFailure("interrupted; everything it made is removed");
}

/** The demo: a throwaway appliance, sample sessions through its front door, and the scores that come of them. */
import type { Appliance } from "../appliance/appliance.ts";
import { SCORES_ANSWER } from "../http/routes/scores/scores.ts";
import { TEAM, type Team } from "../scores/team/team-answer.ts";
import type { BaselineSource } from "../metrics/baselines/baseline-versions.ts";
import type { ScoreRow } from "../scores/answer.ts";
import type { Environment } from "../settings/environment.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { isoTime } from "../vocabulary/times.ts";
import { DAY, type Instant, type Milliseconds, MINUTE, type Ratio } from "../vocabulary/units.ts";
import { askForAdvice } from "./advice.ts";
import { batched } from "./batched.ts";
import { setBudget } from "./budget.ts";
import { capturedSessions } from "./captured.ts";
import { generateSessions, toRequests } from "./generate.ts";
import { labelled } from "./labelled.ts";
import { DEVELOPERS } from "./work/habits.ts";
import { troublesIn } from "./work/provider-trouble.ts";
import { type DemoKeys, foundOrganization } from "./organization.ts";
import { type Delivery, sendAll } from "./send.ts";
import { keepRecordedMarks } from "./recorded/keep-marks.ts";
import { serveRecordedModel } from "./recorded/serve-recorded-model.ts";
import { type DemoModel, demoSettings } from "./settings.ts";
import { waitUntilSettled } from "./settled.ts";
import { whileServing } from "./throwaway.ts";
import type { DemoSession } from "./work/session.ts";

/** What the demo needs, and who hears of its progress. */
export interface DemoCall {
  /** To stay until interrupted. */
  keep: boolean;
  /** Its settings of the language model are heeded. */
  environment: Environment;
  clock: Clock;
  log: Log;
  startAppliance(settings: Settings, log: Log): Promise<Appliance>;
  /** Hears again and again how far it is. */
  progress(text: string): void;
  /** Called once, while the appliance still runs. */
  show(shown: ShownDemo): void;
}

/** The demo's outcome; with `--json` this is the document. */
export interface ShownDemo {
  /** Nobody in it exists. */
  sample: true;
  from: string;
  to: string;
  sent: { sessions: number; requests: number };
  /** What the scores are held against. */
  baseline: BaselineSource;
  model: DemoModel;
  scores: readonly ScoreRow[];
  /** The mean of the people. */
  everyone: Team["means"];
  /** Where the appliance goes on running; null when it is gone. */
  kept: { url: string; key: string; link: string | null } | null;
}

const SEED = "demo";
const NINE_WEEKS: Milliseconds = 63 * DAY;
/** Of working days: on the others people have meetings, or are away. */
const PRESENCE: Ratio = 0.45;
/** The table shows what the pages show when they are opened. */
const SHOWN: Milliseconds = 30 * DAY;
const CAPTURED_AGO: Milliseconds = 5 * MINUTE;

/**
 * Runs the demo from an empty folder to the scores; afterwards nothing of it is left on the disk.
 *
 * @throws When something is not answered as it must be, or the demo was interrupted.
 */
export async function runDemo(call: DemoCall): Promise<void> {
  call.progress("Starting…");
  const recordedModel = serveRecordedModel();
  const { environment, log, startAppliance, keep } = call;
  const chosen = (directory: string) =>
    demoSettings(directory, { environment, recordedUrl: recordedModel.url });
  try {
    await whileServing({
      place: { temporary: "scoring-demo-" },
      settingsIn: (directory) => chosen(directory).settings,
      log,
      startAppliance,
      async show(appliance, directory) {
        const { model } = chosen(directory);
        call.show(await scoreSamples({ ...call, directory, model }, appliance));
      },
      stays: keep,
    });
  } finally {
    await recordedModel.stop();
  }
}

interface Demonstration extends DemoCall {
  directory: string;
  model: DemoModel;
}

async function scoreSamples(demo: Demonstration, appliance: Appliance): Promise<ShownDemo> {
  const { url } = appliance;
  const { clock, progress, directory, model } = demo;
  const now = clock();
  const worked = { from: now - NINE_WEEKS, to: now };
  const keys = await foundOrganization(directory, DEVELOPERS, now);
  const sessions = generateSessions({
    seed: SEED,
    ...worked,
    presence: PRESENCE,
    troubles: troublesIn(worked),
  });
  if (model.recorded) await keepRecordedMarks({ directory, sessions, keys, now });
  const deliveries = await deliveriesOf(sessions, keys, now);
  const total = deliveries.reduce((sum, { requests }) => sum + requests.length, 0);
  const requests = await sendAll(url, deliveries, (sent) =>
    progress(`Sending ${sent} of ${total} requests of sample data…`),
  );
  await waitUntilSettled(directory, { requests, clock, model }, progress);
  const window = { from: now - SHOWN, to: now };
  const { scores, everyone, baseline } = await readScores(url, keys.admin, window);
  // only pages show these
  if (demo.keep) {
    await setBudget(url, keys.admin);
    await askForAdvice(url, keys.admin, worked);
  }
  const sent = { sessions: deliveries.length, requests };
  return {
    sample: true,
    ...isoWindow(window),
    sent,
    baseline,
    model,
    scores,
    everyone,
    kept: demo.keep ? { url, key: keys.admin, link: await appliance.signInLink(keys.admin) } : null,
  };
}

interface Window {
  from: Instant;
  to: Instant;
}

function isoWindow({ from, to }: Window): { from: string; to: string } {
  return { from: isoTime(from), to: isoTime(to) };
}

async function deliveriesOf(
  sessions: readonly DemoSession[],
  keys: DemoKeys,
  now: Instant,
): Promise<Delivery[]> {
  const generated = sessions.map((session) => ({
    key: keys.developers.get(session.person.email)?.key ?? keys.captured,
    requests: batched(labelled(toRequests(session), session.person)),
  }));
  const captured = (await capturedSessions(now - CAPTURED_AGO)).map((requests) => ({
    key: keys.captured,
    requests,
  }));
  return [...generated, ...captured];
}

/**
 * Returns the bound developers by name, those who are still learning last; then whom captured sessions name.
 */
async function readScores(
  url: string,
  key: string,
  window: Window,
): Promise<Pick<ShownDemo, "scores" | "everyone" | "baseline">> {
  const asked = new URLSearchParams(isoWindow(window)).toString();
  const { scores, baseline } = SCORES_ANSWER.parse(await ask(`${url}/scoring/scores?${asked}`, key));
  const { means: everyone } = TEAM.parse(await ask(`${url}/scoring/team?${asked}`, key));
  const sorted = scores.toSorted(
    (left, right) =>
      placeOf(left) - placeOf(right) || left.developer.name.localeCompare(right.developer.name),
  );
  return { scores: sorted, everyone, baseline };
}

async function ask(url: string, key: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status === 200) return response.json();
  throw new Error(`asking for the scores was answered ${response.status}: ${await response.text()}`);
}

function placeOf({ developer, state }: ScoreRow): number {
  if (developer.source !== "bound") return 2;
  return state === "learning" ? 1 : 0;
}

/**
 * Tricks played against a real appliance: the demo's developers, the same work with and without, sent as OTLP.
 *
 * What they gain over many developers, and what is true of scores in the long run, is in test/simulation/; here it is
 * the whole way that counts, from HTTP to the scores.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toRequests, generateSessions } from "../../src/demo/generate.ts";
import { DEVELOPERS, type Habits } from "../../src/demo/work/habits.ts";
import { createRandom } from "../../src/demo/work/random.ts";
import type { DemoSession, Step } from "../../src/demo/work/session.ts";
import { turnsOf } from "../../src/demo/wires/values.ts";
import type { ScoreRow } from "../../src/scores/answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { SCORES, statedGains } from "./stated-gains.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

/** What comes before and after a turn of the honest work. */
interface Play {
  pauseBefore?: Milliseconds;
  /** Prompts that are sent once the turn is done. */
  says?: (turn: readonly Step[], number: number) => string[];
  /** Files that are written in the turn for nothing. */
  pads?: (turn: readonly Step[]) => string[];
  /** Whether everything is thrown away after the turn, and read again in the next one: most agents begin a session. */
  resetsAfter?: (turn: readonly Step[]) => boolean;
}

const FILLERS = ["Tell me a joke about parsers", "What is a monad", "Name three rivers in Spain"];

const HONEST = "honest";

/** By the names that they have in the table of docs/fairness.md. */
const PLAYS: Record<string, Play> = {
  "A question about something else after every turn": {
    says: (_, number) => [FILLERS[number % FILLERS.length] ?? ""],
  },
  "Every prompt sent twice": { says: ([first]) => (first?.kind === "prompt" ? [first.text] : []) },
  "Thanks after what went well": { says: (turn) => (turn.some(isCommit) ? ["great, thanks"] : []) },
  "20 minutes of idling before every turn": { pauseBefore: 20 * MINUTE },
  "A reset after every commit": { resetsAfter: (turn) => turn.some(isCommit) },
  "A reset after every turn": { resetsAfter: () => true },
  "Three more files of 33 lines in every turn": {
    pads: (turn) => [1, 2, 3].map((file) => `src/padding/${turn[0]?.at}-${file}.ts`),
  },
  "33 lines in a lock file in every turn": { pads: () => ["package-lock.json"] },
};

const PEOPLE = DEVELOPERS.slice(0, 5).filter(({ agents }) => agents.length === 1);
/** Another week has other sessions, and so other gains. */
const NOW = Date.parse("2026-11-20T12:00:00Z");

let appliance: TestAppliance;
const rows = new Map<string, ScoreRow[]>();
const STATED = statedGains("By the demo's developers");

beforeAll(async () => {
  appliance = await startTestAppliance({ engineClockAheadMs: NOW - systemClock() });
  const organizations = new Map<string, TestOrganization>();
  for (const [name, play] of Object.entries({ [HONEST]: {}, ...PLAYS })) {
    const organization = await appliance.addOrganization();
    organizations.set(name, organization);
    for (const person of PEOPLE) await sendWork(organization, person, play);
  }
  await appliance.settled();
  for (const [name, organization] of organizations) {
    const answer = await appliance.get("/scoring/scores?from=2020-01-01T00:00:00Z", organization.key);
    const { scores } = (await answer.json()) as { scores: ScoreRow[] };
    rows.set(
      name,
      scores.toSorted((one, other) => ((one.developer.email ?? "") < (other.developer.email ?? "") ? -1 : 1)),
    );
  }
});
afterAll(() => appliance.stop());

describe("the whole way from HTTP to scores", () => {
  test("scores everybody who works honestly", () => {
    const honest = rows.get(HONEST) ?? [];
    expect(honest.map(({ developer }) => developer.email)).toEqual(
      PEOPLE.map(({ email }) => email).toSorted(),
    );
    for (const { state, skill, subSessions } of honest) {
      expect(state).toBe("scored");
      expect(skill).not.toBeNull();
      expect(subSessions).toBeGreaterThan(10);
    }
  });

  test("plays the tricks whose gain docs/fairness.md states", () => {
    expect([...STATED.keys()]).toEqual(Object.keys(PLAYS));
  });

  test.each(Object.keys(PLAYS))("gives for this what docs/fairness.md states: %s", (name) => {
    for (const score of SCORES) {
      const said = STATED.get(name)?.[score] ?? NaN;
      // NaN: without a second prompt there is no human time, and so no Speed
      if (Number.isNaN(said)) expect(meanGain(name, score)).toBeNaN();
      else expect(meanGain(name, score)).toBeCloseTo(said, 1);
    }
  });
});

function meanGain(name: string, score: (typeof SCORES)[number]): number {
  const gains = (rows.get(HONEST) ?? []).map(
    (honest, who) => (rows.get(name)?.[who]?.[score] ?? NaN) - (honest[score] ?? NaN),
  );
  return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

async function sendWork(organization: TestOrganization, person: Habits, play: Play): Promise<void> {
  const { key } = await organization.addKey({ developer: person.email });
  const window = { from: NOW - 9 * DAY, to: NOW - 2 * DAY };
  const sessions = generateSessions({ seed: "fair", ...window, developers: [person] });
  const days = [...Map.groupBy(sessions, ({ startedAt }) => Math.floor(startedAt / DAY)).values()];
  for (const { path, body } of days.flatMap((day) => playedDay(day, play)).flatMap(toRequests)) {
    const response = await appliance.send(path, body, key);
    expect(response.status).toBe(200);
    await response.text();
  }
}

/** A day's sessions as they would have been with the play: everything later on that day moves by what it takes. */
function playedDay(day: readonly DemoSession[], play: Play): DemoSession[] {
  let later: Milliseconds = 0;
  return day.flatMap((session) => {
    const { steps, startedAt, endedAt } = session;
    const delayed = {
      ...session,
      startedAt: startedAt + later,
      endedAt: endedAt + later,
      steps: steps.map((step) => moved(step, later)),
    };
    const parts = played(delayed, play);
    later += endOf(parts.at(-1)?.steps ?? []) - endOf(delayed.steps);
    return parts;
  });
}

/** The session as it would have been with the play, in as many as it is cut into. */
function played(session: DemoSession, play: Play): DemoSession[] {
  const parts: Step[][] = [[]];
  let later = 0;
  for (const [number, turn] of turnsOf(session).entries()) {
    if (number > 0) later += play.pauseBefore ?? 0;
    const isFirst = parts.at(-1)?.length === 0;
    const { work, leaving } = withoutLeaving(turn.map((step) => moved(step, later)));
    const more = addedTo(work, { play, number, readsAgain: isFirst && number > 0 });
    const takes = endOf([...work, ...more]) - endOf(work);
    parts.at(-1)?.push(...work, ...more, ...leaving.map((step) => moved(step, takes)));
    later += takes;
    if (play.resetsAfter?.(turn) === true) parts.push([]);
  }
  const cut = parts.filter((steps) => steps.length > 0);
  return cut.map((steps, index) => partOf(session, { steps, index, isLast: index === cut.length - 1 }));
}

/** The turn's work, and what its developer does at the end to leave the goal: `/clear` or `/compact`, after a pause. */
function withoutLeaving(turn: readonly Step[]): { work: Step[]; leaving: Step[] } {
  const end = turn.findLastIndex((step) => !isLeaving(step)) + 1;
  return { work: turn.slice(0, end), leaving: turn.slice(end) };
}

function isLeaving(step: Step): boolean {
  return step.kind === "reset" || (step.kind === "compaction" && step.byPerson);
}

function endOf(steps: readonly Step[]): Milliseconds {
  return steps.at(-1)?.at ?? 0;
}

function addedTo(
  turn: readonly Step[],
  { play, number, readsAgain }: { play: Play; number: number; readsAgain: boolean },
): Step[] {
  const added: Step[] = readsAgain ? [callAfter(endOf(turn), { fresh: 12_000, output: 150 })] : [];
  const now = (): Milliseconds => endOf([...turn, ...added]);
  for (const path of play.pads?.(turn) ?? []) {
    const use = { tool: "edit" as const, path, removed: [], added: PADDING };
    const startedAt = now() + 100;
    added.push({ kind: "tool", startedAt, at: startedAt + SECOND, use, approval: "automatic" });
    added.push(callAfter(now(), { fresh: 500, output: 430 }));
  }
  for (const text of play.says?.(turn, number) ?? []) {
    added.push({ kind: "prompt", at: now() + 5 * SECOND, text });
    added.push(callAfter(now(), { fresh: 80, output: 40 }));
  }
  return added;
}

const PADDING = Array.from({ length: 33 }, (_, line) => `export const padding${line} = ${line};`);

/** @remarks Takes when it is asked. */
function callAfter(asked: Milliseconds, { fresh, output }: { fresh: number; output: number }): Step {
  const tokens = { fresh, cached: 30_000, output, reasoning: 0 };
  return { kind: "call", startedAt: asked + 100, at: asked + 3 * SECOND, firstTokenMs: 500, tokens };
}

/** A reset ends every part but the last, and begins a session of the same process with most agents. */
function partOf(
  session: DemoSession,
  { steps, index, isLast }: { steps: readonly Step[]; index: number; isLast: boolean },
): DemoSession {
  if (index === 0 && isLast) return { ...session, endedAt: Math.max(session.endedAt, endOf(steps)), steps };
  const isOver = isLast || steps.at(-1)?.kind === "reset";
  const ended: readonly Step[] = isOver ? steps : [...steps, { kind: "reset", at: endOf(steps) + SECOND }];
  return {
    ...session,
    id: index === 0 ? session.id : createRandom(`${session.id} ${index}`).uuid(),
    startedAt: steps[0]?.at ?? session.startedAt,
    endedAt: endOf(ended),
    earlierInProcess: session.earlierInProcess + index,
    steps: ended,
  };
}

function moved(step: Step, by: Milliseconds): Step {
  return "startedAt" in step
    ? { ...step, startedAt: step.startedAt + by, at: step.at + by }
    : { ...step, at: step.at + by };
}

function isCommit(step: Step): boolean {
  return step.kind === "tool" && step.use.tool === "shell" && step.use.command.startsWith("git commit");
}

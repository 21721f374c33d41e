/**
 * Tricks played against a real appliance: the demo's developers, the same work with and without, sent as OTLP.
 *
 * What they gain over many developers, and what is true of scores in the long run, stands in test/scores/; here it is
 * the whole way that counts, from HTTP to the scores.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toRequests, generateSessions } from "../../src/cli/demo/generate.ts";
import { DEVELOPERS, type Habits } from "../../src/cli/demo/habits.ts";
import { createRandom } from "../../src/cli/demo/random.ts";
import type { DemoSession, Step } from "../../src/cli/demo/session.ts";
import { turnsOf } from "../../src/cli/demo/wire-values.ts";
import type { ScoreRow } from "../../src/scores/answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

/** What comes before and after a turn of the honest work. */
interface Play {
  pauseBefore?: Milliseconds;
  /** Prompts that are sent once the turn is done. */
  says?: (turn: readonly Step[], number: number) => string[];
}

const FILLERS = ["Tell me a joke about parsers", "What is a monad", "Name three rivers in Spain"];

const PLAYS: Record<string, Play> = {
  honest: {},
  "filler prompts": { says: (_, number) => [FILLERS[number % FILLERS.length] ?? ""] },
  "duplicated prompts": { says: ([first]) => (first?.kind === "prompt" ? [first.text] : []) },
  "thanks after what went well": { says: (turn) => (turn.some(isCommit) ? ["great, thanks"] : []) },
  idling: { pauseBefore: 20 * MINUTE },
};

const PEOPLE = DEVELOPERS.slice(0, 5).filter(({ agents }) => agents.length === 1);
const SCORES = ["skill", "speed", "efficiency"] as const;

let appliance: TestAppliance;
const rows = new Map<string, ScoreRow[]>();

beforeAll(async () => {
  appliance = await startTestAppliance();
  const organizations = new Map<string, TestOrganization>();
  for (const [name, play] of Object.entries(PLAYS)) {
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
}, 60_000);
afterAll(() => appliance.stop());

describe("the whole way from HTTP to scores", () => {
  test("scores everybody who works honestly", () => {
    const honest = rows.get("honest") ?? [];
    expect(honest.map(({ developer }) => developer.email)).toEqual(
      PEOPLE.map(({ email }) => email).toSorted(),
    );
    for (const { state, skill, subSessions } of honest) {
      expect(state).toBe("scored");
      expect(skill).not.toBeNull();
      expect(subSessions).toBeGreaterThan(10);
    }
  });

  test.each(SCORES)("raises no %s for thanks after what went well", (score) => {
    expect(meanGain("thanks after what went well", score)).toBeLessThan(0.5);
  });

  test.each(SCORES)("lowers %s for duplicated prompts", (score) => {
    expect(meanGain("duplicated prompts", score)).toBeLessThan(-5);
  });

  test("lowers Skill and Speed for idling; pauses cut the work, which raises Efficiency as docs/scoring.md says", () => {
    expect(meanGain("idling", "skill")).toBeLessThan(-5);
    expect(meanGain("idling", "speed")).toBeLessThan(-20);
    expect(meanGain("idling", "efficiency")).toBeLessThan(6);
  });

  test.each(SCORES)(
    "raises %s for questions about something else after each turn as docs/scoring.md says",
    (score) => {
      expect(meanGain("filler prompts", score)).toBeLessThan(10);
    },
  );
});

function meanGain(name: string, score: (typeof SCORES)[number]): number {
  const gains = (rows.get("honest") ?? []).map(
    (honest, who) => (rows.get(name)?.[who]?.[score] ?? NaN) - (honest[score] ?? NaN),
  );
  return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

async function sendWork(organization: TestOrganization, person: Habits, play: Play): Promise<void> {
  const { key } = await organization.addKey({ developer: person.email });
  const now = systemClock();
  const window = { from: now - 9 * DAY, to: now - 2 * DAY };
  for (const session of generateSessions({ seed: "fair", ...window, developers: [person] })) {
    for (const { path, body } of toRequests(played(session, play))) {
      const response = await appliance.send(path, body, key);
      expect(response.status).toBe(200);
      await response.text();
    }
  }
}

/** The session as it would have been with the play: everything later moves by what it takes. */
function played(session: DemoSession, { pauseBefore = 0, says = () => [] }: Play): DemoSession {
  const random = createRandom(session.id);
  const steps: Step[] = [];
  let later = 0;
  for (const [number, turn] of turnsOf(session).entries()) {
    if (number > 0) later += pauseBefore;
    steps.push(...turn.map((step) => moved(step, later)));
    for (const text of says(turn, number)) {
      const at = (steps.at(-1)?.at ?? session.startedAt) + 5 * SECOND;
      steps.push({ kind: "prompt", at, text }, smallCall(at, random.whole(20, 60)));
      later += 10 * SECOND;
    }
  }
  return { ...session, endedAt: session.endedAt + later, steps };
}

function moved(step: Step, by: Milliseconds): Step {
  return "startedAt" in step
    ? { ...step, startedAt: step.startedAt + by, at: step.at + by }
    : { ...step, at: step.at + by };
}

function smallCall(asked: Milliseconds, output: number): Step {
  const tokens = { fresh: 80, cached: 30_000, output, reasoning: 0 };
  return { kind: "call", startedAt: asked + 100, at: asked + 3 * SECOND, firstTokenMs: 500, tokens };
}

function isCommit(step: Step): boolean {
  return step.kind === "tool" && step.use.tool === "shell" && step.use.command.startsWith("git commit");
}

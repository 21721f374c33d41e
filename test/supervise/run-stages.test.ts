import { describe, expect, test } from "bun:test";
import { type RunningStages, runStages } from "../../src/supervise/run-stages.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { type Log, silentLog } from "../../src/vocabulary/log.ts";
import { MORE, OVER, restFor, restUpTo, type Stage, type StageReport } from "../../src/vocabulary/stage.ts";
import { eventually } from "../eventually.ts";

const HOUR_MS = 3_600_000;
const PATIENT_MS = 60_000;

function stage(name: string, step: Stage["step"], more: Partial<Stage> = {}): Stage {
  return { name, failing: `${name} failed; it is tried again`, step, ...more };
}

function run(stages: readonly Stage[], log: Log = silentLog): RunningStages {
  return runStages(stages, { clock: systemClock, log, holdBack: async () => {}, chance: () => 0 });
}

function reportOf(stages: RunningStages, name: string): StageReport {
  const report = stages.reports().find((candidate) => candidate.name === name);
  if (report === undefined) throw new Error(`there is no stage ${name}`);
  return report;
}

describe("a stage that fails", () => {
  test("says why and when it is tried again, and the others go on", async () => {
    let steps = 0;
    const writer = stage("writer", async () => {
      steps += 1;
      return restFor(1);
    });
    const stages = run([writer, stage("metrics", () => Promise.reject(new Error("a bug")))]);
    await eventually(async () => reportOf(stages, "metrics").failures >= 2);
    const before = steps;
    await eventually(async () => steps > before + 2);
    const { condition, lastFailure } = reportOf(stages, "metrics");
    expect(condition).toMatchObject({ kind: "failed", reason: "a bug" });
    expect(condition.kind === "failed" && condition.nextTryAt > condition.since).toBe(true);
    expect(lastFailure?.reason).toBe("a bug");
    expect(reportOf(stages, "writer").failures).toBe(0);
    expect(await stages.stop(PATIENT_MS)).toEqual([]);
  });

  test("is well again after a step that succeeds", async () => {
    let tries = 0;
    const writer = stage("writer", async () => {
      tries += 1;
      if (tries < 3) throw new Error("full");
      return OVER;
    });
    const stages = run([writer]);
    await eventually(async () => tries === 3 && reportOf(stages, "writer").condition.kind === "idle");
    expect(reportOf(stages, "writer").failures).toBe(2);
    await stages.stop(PATIENT_MS);
  });

  test("is logged once, not at each try", async () => {
    const said: string[] = [];
    const log = { ...silentLog, error: (message: string) => void said.push(message) };
    const stages = run([stage("writer", () => Promise.reject(new Error("full")))], log);
    await eventually(async () => reportOf(stages, "writer").failures >= 3);
    expect(said).toEqual(["writer failed; it is tried again"]);
    await stages.stop(PATIENT_MS);
  });
});

describe("a stage that rests", () => {
  test("is woken by one before it that did something", async () => {
    const order: string[] = [];
    const { promise: mayWrite, resolve: write } = Promise.withResolvers<void>();
    const writer = stage("writer", async () => {
      await mayWrite;
      order.push("written");
      return { ...OVER, didWork: true };
    });
    const normaliser = stage("normaliser", async () => {
      order.push("looked");
      return restUpTo(HOUR_MS);
    });
    const stages = run([writer, normaliser]);
    await eventually(async () => order.length === 1);
    write();
    await eventually(async () => order.length === 3);
    expect(order).toEqual(["looked", "written", "looked"]);
    await stages.stop(PATIENT_MS);
  });

  test("is not woken by one after it, nor before its least rest is over", async () => {
    const looks = { earlier: 0, resting: 0 };
    let works = 0;
    const earlier = stage("earlier", async () => {
      looks.earlier += 1;
      return restUpTo(HOUR_MS);
    });
    const working = stage("working", async () => {
      works += 1;
      return works < 50 ? MORE : OVER;
    });
    const resting = stage("resting", async () => {
      looks.resting += 1;
      return restFor(HOUR_MS);
    });
    const stages = run([earlier, working, resting]);
    await eventually(async () => works === 50);
    expect(looks).toEqual({ earlier: 1, resting: 1 });
    await stages.stop(PATIENT_MS);
  });

  test("is woken by an answer that its step did not stay for", async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let looks = 0;
    const asking = stage("asking", async () => {
      const answer = answers[looks];
      looks += 1;
      return restUpTo(HOUR_MS, answer === undefined ? {} : { wokenBy: answer.promise });
    });
    const stages = run([asking]);
    await eventually(async () => looks === 1 && reportOf(stages, "asking").condition.kind === "idle");
    answers[0]?.resolve();
    await eventually(async () => looks === 2);
    answers[1]?.resolve();
    await eventually(async () => looks === 3);
    await stages.stop(PATIENT_MS);
  });

  test("looks again when it is asked to while it works", async () => {
    let looks = 0;
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const looking = stage("looking", async () => {
      looks += 1;
      await mayEnd;
      return restUpTo(HOUR_MS);
    });
    const stages = run([looking]);
    stages.wake();
    end();
    await eventually(async () => looks === 2);
    await stages.stop(PATIENT_MS);
  });
});

describe("a stage that goes first", () => {
  test("is not held up between the pieces of its step", async () => {
    const order: string[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const writer = stage(
      "writer",
      async ({ goAhead }) => {
        await goAhead();
        begin();
        for (let piece = 0; piece < 20; piece += 1) await Bun.sleep(5);
        order.push("written");
        return OVER;
      },
      { goesFirst: true },
    );
    const metrics = stage("metrics", async ({ goAhead }) => {
      await begun;
      await goAhead();
      order.push("measured");
      return OVER;
    });
    const stages = run([writer, metrics]);
    await eventually(async () => order.length === 2);
    expect(order).toEqual(["written", "measured"]);
    await stages.stop(PATIENT_MS);
  });

  test("is given way to by those after it, which still get their share", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    let works = 0;
    const writes: Stage["step"] = async ({ goAhead }) => {
      await goAhead();
      await mayEnd;
      return OVER;
    };
    const measures: Stage["step"] = async ({ goAhead }) => {
      await goAhead();
      works += 1;
      return MORE;
    };
    const stages = run([stage("writer", writes, { goesFirst: true }), stage("metrics", measures)]);
    await eventually(async () => reportOf(stages, "metrics").condition.kind === "waiting");
    await eventually(async () => works >= 2);
    expect(reportOf(stages, "writer").condition.kind).toBe("working");
    end();
    expect(await stages.stop(PATIENT_MS)).toEqual([]);
  });
});

describe("stopping", () => {
  test("lets each stage end its step, and ends every rest", async () => {
    let ended = 0;
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const working = stage("working", async () => {
      await mayEnd;
      ended += 1;
      return MORE;
    });
    const resting = stage("resting", async () => restFor(HOUR_MS));
    const failing = stage("failing", () => Promise.reject(new Error("a bug")));
    const stages = run([resting, working, failing]);
    const stopped = stages.stop(PATIENT_MS);
    end();
    expect(await stopped).toEqual([]);
    expect(ended).toBe(1);
  });

  test("names the stage that does not end within the time", async () => {
    const stages = run([stage("writer", async () => OVER), stage("hung", () => new Promise(() => {}))]);
    expect(await stages.stop(1)).toEqual(["hung"]);
  });
});

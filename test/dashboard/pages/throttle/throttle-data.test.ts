import { describe, expect, test } from "bun:test";
import {
  latencyEpisodes,
  latencyPoints,
  modelsOf,
  sayBudgetStops,
  sayDetector,
  sayEvidence,
  saySeenBy,
  saySignals,
  sayThrottle,
  sayWeek,
  type ThrottleEvent,
} from "../../../../embedded/dashboard/pages/throttle/throttle-data.ts";
import { hourRuns } from "../../../../embedded/dashboard/charts/latency/latency-runs.ts";
import { stepOf } from "../../../../embedded/dashboard/charts/heat/heat-cells.ts";
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";

const MINUTE = 60_000;
const NONE = { episodes: 0, hoursLost: 0 };
const NOTHING: ThrottleAnswer = {
  summary: {
    hoursLost: 0,
    missing: null,
    episodes: 0,
    byDetector: { latency_spike: NONE, prompt_retry: NONE, recurring_drop_off: NONE, error_stall: NONE },
  },
  events: [],
  windows: [],
  week: [],
  models: [],
  budgetStops: [],
  signals: { calls: 10, timedCalls: 9, failedCalls: 1, statusCalls: 1, agents: [] },
};

const SPIKE: ThrottleEvent = {
  id: "a",
  detector: "latency_spike",
  startedAt: "2026-11-18T14:06:00.000Z",
  endedAt: "2026-11-18T14:20:00.000Z",
  lostMs: 52 * MINUTE,
  severity: "severe",
  scope: "provider",
  model: "model-a",
  sessions: ["one", "two", "three"],
  developers: 2,
  evidence: { kind: "slow_calls", calls: 31, timesPredicted: 3.42 },
};
const STALL: ThrottleEvent = {
  ...SPIKE,
  id: "b",
  detector: "error_stall",
  sessions: ["one"],
  developers: 1,
  evidence: { kind: "error", cause: "terminal_error", statuses: [529, 429, null], waits: 2 },
};

function lost(...cells: [weekday: number, hour: number, minutes: number][]): ThrottleAnswer {
  const week = cells.map(([weekday, hour, minutes]) => ({ weekday, hour, lostMs: minutes * MINUTE }));
  const hoursLost = cells.reduce((sum, [, , minutes]) => sum + minutes / 60, 0);
  return { ...NOTHING, summary: { ...NOTHING.summary, hoursLost, episodes: 3 }, week };
}

describe("the answer", () => {
  test("says that nothing was lost", () => {
    expect(sayThrottle(NOTHING, "the team", 30)).toBe(
      "No time was lost to limits, overload or slow models in 30 days.",
    );
  });

  test("says so of episodes that lost nothing, and of hardly anything that it was little", () => {
    const episodes = { ...NOTHING, summary: { ...NOTHING.summary, episodes: 2 } };
    expect(sayThrottle(episodes, "the team", 30)).toStartWith("No time was lost");
    expect(sayThrottle(lost([0, 14, 0.2]), "you", 7)).toStartWith(
      "Waiting for models cost you less than a minute in 7 days",
    );
  });

  test("names the three hours in which much of it was lost", () => {
    expect(sayThrottle(lost([0, 14, 60], [2, 16, 60], [3, 8, 60]), "the team", 30)).toBe(
      "Waiting for models cost the team 3 hours in 30 days, and 67 % of it fell between 14:00 and 17:00 UTC.",
    );
  });

  test("says so when all of it was lost in them", () => {
    expect(sayThrottle(lost([0, 8, 60]), "Ada", 30)).toEndWith(
      "and all of it fell between 06:00 and 09:00 UTC.",
    );
  });

  test("names no hours where none stand out", () => {
    expect(sayThrottle(lost([0, 3, 20], [1, 9, 20], [2, 15, 20], [3, 21, 20]), "you", 7)).toBe(
      "Waiting for models cost you 1.3 hours in 7 days.",
    );
  });
});

/** Each detector has so many. */
function withEpisodes(episodes: number, events: ThrottleEvent[]): ThrottleAnswer {
  const each = { ...NONE, episodes };
  const byDetector = { latency_spike: each, prompt_retry: each, recurring_drop_off: each, error_stall: each };
  return { ...NOTHING, summary: { ...NOTHING.summary, byDetector }, events };
}

describe("what is under a detector", () => {
  test("is how many episodes, and how many of them at the provider", () => {
    expect(sayDetector(NOTHING, "latency_spike")).toBe("0 episodes");
    expect(sayDetector(withEpisodes(1, [SPIKE]), "latency_spike")).toBe("1 episode, 1 at the provider");
  });

  test("is how many episodes there are when not all of them are on the page", () => {
    expect(sayDetector(withEpisodes(700, [SPIKE]), "latency_spike")).toBe("700 episodes");
  });

  test("is which statuses", () => {
    expect(sayDetector(withEpisodes(1, [STALL]), "error_stall")).toBe("1 episode: status 529, 429");
  });

  test("is the slot of the week that recurs", () => {
    const windows = [{ weekday: 2, hour: 14, probability: 0.75, weeks: 3 }];
    expect(sayDetector({ ...NOTHING, windows }, "recurring_drop_off")).toBe(
      "Wed 14:00 to 16:00, 3 of 4 weeks",
    );
    expect(sayDetector(NOTHING, "recurring_drop_off")).toBe("no hour of the week stands out");
  });
});

test("evidence and who saw it are said in a few words", () => {
  expect(sayEvidence(SPIKE)).toBe("3.4 × the predicted time, 31 calls");
  expect(sayEvidence(STALL)).toBe("status 529, status 429, no status, 2 waits");
  const retried: ThrottleEvent["evidence"] = {
    kind: "error",
    cause: "retry_wait",
    statuses: [429],
    waits: 8,
  };
  expect(sayEvidence({ ...STALL, evidence: retried })).toBe("tried again after status 429, 8 waits");
  const retries: ThrottleEvent["evidence"] = { kind: "retries", prompts: 2, after: ["error", "silence"] };
  expect(sayEvidence({ ...SPIKE, evidence: retries })).toBe("asked again 2 times after an error, no answer");
  expect(sayEvidence({ ...SPIKE, evidence: { kind: "pause", pauseMs: 40 * MINUTE } })).toBe(
    "no prompt for 40 min",
  );
  expect(saySeenBy(SPIKE)).toBe("3 sessions, 2 people");
  expect(saySeenBy(STALL)).toBe("1 session");
});

test("which inputs were there is said as shares", () => {
  expect(saySignals(NOTHING)).toBe(
    "The agents report a duration with 100 % of the calls that worked, a status with 100 % of the failed ones.",
  );
  const noneWorked = { calls: 1, timedCalls: 0, failedCalls: 1, statusCalls: 1, agents: [] };
  expect(saySignals({ ...NOTHING, signals: noneWorked })).toBe(
    "The agents report a status with 100 % of the failed ones.",
  );
});

test("imported sessions show no waiting time, and the page says so", () => {
  const agent = {
    agent: "codex",
    sessions: 4,
    latency: 1,
    prompts: 1,
    promptText: 1,
    imported: 0.5,
  } as const;
  const { signals } = NOTHING;
  expect(saySignals({ signals: { ...signals, agents: [agent] } })).toEndWith(
    "2 sessions came from agents' files, which show no waiting time.",
  );
  const summary = { ...NOTHING.summary, hoursLost: null, missing: "All was imported." };
  expect(sayThrottle({ summary, week: [] }, "you", 7)).toBe("All was imported.");
});

describe("the week", () => {
  test("is reported with its worst hour", () => {
    expect(sayWeek([{ weekday: 2, hour: 15, minutes: 46.2 }], 30)).toBe(
      "Minutes lost by weekday and hour in 30 days: most on Wed 15:00, 46 min lost",
    );
    expect(sayWeek([], 30)).toBe("Minutes lost by weekday and hour in 30 days: nothing was lost");
  });

  test("has five steps", () => {
    expect([0, 1, 5, 6, 15, 30, 31].map(stepOf)).toEqual([0, 1, 1, 2, 2, 3, 4]);
  });
});

describe("latency", () => {
  const hour = (at: string, model: string, p50Ms: number | null) => {
    const latency = { p50Ms, p95Ms: p50Ms, p99Ms: p50Ms, meanMs: p50Ms };
    return { hour: `2026-11-18T${at}:00:00.000Z`, model, calls: 4, errors: 0, ...latency };
  };
  const hourly = {
    hours: [
      hour("09", "model-a", 900),
      hour("09", "model-b", 70),
      hour("10", "model-a", 800),
      hour("12", "model-a", 5),
      hour("13", "model-a", null),
    ],
    from: Date.parse("2026-11-18T00:00:00Z"),
    to: Date.parse("2026-11-19T00:00:00Z"),
  };

  test("is shown of the model with most calls first", () => {
    expect(modelsOf(hourly)).toEqual(["model-a", "model-b"]);
  });

  test("is drawn in runs: an hour without calls is a gap", () => {
    const runs = hourRuns(latencyPoints(hourly, "model-a"));
    expect(runs.map((run) => run.map(({ median }) => median))).toEqual([[900, 800], [5]]);
  });

  test("has the spikes of that model as bands", () => {
    const from = hourly.from;
    expect(latencyEpisodes([SPIKE, STALL], { model: "model-a", from }).map(({ label }) => label)).toEqual([
      "52 min",
    ]);
    expect(latencyEpisodes([SPIKE], { model: "model-b", from })).toEqual([]);
  });
});

test("calls that a spending limit refused are said, and that no hour is counted for them", () => {
  expect(sayBudgetStops(NOTHING)).toBeNull();
  const stop = { startedAt: SPIKE.startedAt, endedAt: SPIKE.endedAt, model: "model-a", sessions: ["one"] };
  expect(sayBudgetStops({ budgetStops: [{ ...stop, calls: 3, developers: 1 }] })).toMatch(
    /^A spending limit refused 3 calls \(model-a\), last on .*14:20.*no hour is counted for it\.$/,
  );
});

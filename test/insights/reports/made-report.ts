/** A report with something in every chapter, and a given text wherever people, agents or models write. */
import { describeChapters } from "../../../src/insights/reports/describe.ts";
import type { FoundReport } from "../../../src/insights/reports/find-report.ts";
import type { Chapters, Report } from "../../../src/insights/reports/report.ts";
import { factsOf, titleOf } from "../../../embedded/dashboard/report/report-document.ts";
import type { ReportDocument } from "../../../embedded/dashboard/report/document.ts";

const FROM = "2026-10-23T00:00:00.000Z";
const TO = "2026-11-22T00:00:00.000Z";

/** @param text - The text of prompts, names, models, advice; null where prompts withhold theirs. */
export function madeReport(
  text = "Fix the retry in the importer",
  developer: Report["developer"] = null,
): Report & { chapters: Chapters } {
  return {
    id: "r1",
    from: FROM,
    to: TO,
    developer,
    labels: [],
    requestedAt: TO,
    endedAt: TO,
    status: "completed",
    chapters: {
      overview: OVERVIEW,
      scores: scores(text),
      prompts: prompts(text),
      throttle: throttle(text),
      rightsizing: rightsizing(text),
      waste: waste(text),
      coaching: coaching(text),
      appendix: appendix(text),
    },
    narrative: {
      kind: "written",
      model: text,
      summary: text,
      paragraphs: [{ chapter: "throttle", text: `${text}\n\n${text}` }],
    },
  };
}

/** The same with what it says. */
export function foundReport(report = madeReport()): FoundReport {
  return { report, said: describeChapters(report) };
}

/** What it says, as a document. */
export function madeDocument(report = madeReport(), organization = "Example"): ReportDocument {
  const chapters = describeChapters(report);
  return { title: titleOf(report), facts: factsOf(report, organization), chapters };
}

const known = (value: number) => ({ value, missing: null });

const OVERVIEW: Chapters["overview"] = {
  people: 6,
  sessions: 41,
  subSessions: 38,
  turns: 320,
  before: { sessions: 30, spendUsd: known(200.1) },
  scores: {
    speed: { ...known(54), change: { value: 4, interval: [-5, 12] } },
    skill: { ...known(52), change: { value: 5, interval: [1, 9] } },
    efficiency: { value: null, missing: "Too few sub-sessions have a price.", change: null },
  },
  spendUsd: known(263.2),
  rubricScore: known(64),
  hoursLost: known(2.6),
  wasteUsd: known(12.34),
  monthlySavingUsd: { value: null, missing: "No call has a price." },
  cards: 11,
  findings: [{ chapter: "throttle", text: "Half of the time lost fell on Wednesdays." }],
};

const person = (name: string) => ({
  id: "chiara@example.com",
  name,
  email: "chiara@example.com",
  source: "telemetry" as const,
});

const NOT_USED = { actual: null, earned: null, axis: null, weight: null };

/** What Speed was computed from. */
const SPEED_PARTS = {
  axes: {
    tokens: NOT_USED,
    turns: NOT_USED,
    humanTime: { actual: 7_200, earned: 6_600, axis: -0.09, weight: 1 },
  },
  evidence: 0.7,
  r: Math.log(0.92),
  reference: Math.log(0.95),
};

function scores(text: string): Chapters["scores"] {
  const spread = {
    people: 6,
    median: 54,
    middleHalf: [48, 60] as [number, number],
    tenths: [40, 66] as [number, number],
  };
  const none = { people: 2, median: null, middleHalf: null, tenths: null };
  const mean = { people: 6, subSessions: 30, value: 54, interval: [48, 60] as [number, number] };
  const noMean = { people: 0, subSessions: null, value: null, interval: null };
  const input = { ...spread, pointsToGain: 1.5 };
  const histogram = { people: 0, subSessions: null, counts: null };
  const value = { value: 54, range: [48, 60] as [number, number] };
  const gap = { value: null, range: null };
  return {
    people: [
      {
        developer: person(text),
        periodStart: FROM,
        periodEnd: TO,
        state: "scored",
        speed: 54,
        skill: 52,
        efficiency: null,
        interval: { speed: [48, 60], skill: [49, 55], efficiency: null },
        change: null,
        skillInputs: { sse: 50, pes: 63, ie: 57, crr: null, fc: 42 },
        coverage: 0.8,
        breakdown: { sse: null, speed: SPEED_PARTS, efficiency: null },
        subSessions: 38,
        counted: 41,
        provisional: 0,
        turns: 320,
        missing: {
          scoreableSubSessions: 0,
          reasons: [{ input: "crr", reason: "no_context_window", remedy: "Send the context window." }],
        },
        scoringVersion: "2026.12",
      },
    ],
    peopleLeftOut: 3,
    subSessions: 30,
    turns: 90,
    team: {
      developers: 6,
      scored: 6,
      means: { speed: mean, skill: mean, efficiency: noMean },
      scores: { speed: spread, skill: spread, efficiency: none },
      inputs: { sse: input, pes: input, ie: input, crr: input, fc: input },
      change: {
        speed: { from: 50, to: 54, value: 4, interval: [-5, 12], people: 6 },
        skill: null,
        efficiency: null,
      },
      subSessions: {
        speed: histogram,
        skill: histogram,
        efficiency: histogram,
        sse: histogram,
        pes: histogram,
        ie: histogram,
        crr: histogram,
        fc: histogram,
      },
    },
    trend: {
      bucket: "week",
      points: [
        { start: FROM, speed: value, skill: value, efficiency: gap },
        { start: "2026-10-26T00:00:00.000Z", speed: gap, skill: value, efficiency: gap },
        { start: "2026-11-02T00:00:00.000Z", speed: value, skill: value, efficiency: gap },
      ],
    },
  };
}

function prompts(text: string): Chapters["prompts"] {
  const quoted = {
    promptId: "p(1)",
    sessionId: "s1",
    turnIndex: 1,
    submittedAt: FROM,
    quote: text,
    rubricScore: 91,
    grade: "A-",
    coachingNotes: [text],
  };
  return {
    averages: {
      contextLeverage: 60,
      informationDensity: 70,
      turnEconomy: 80,
      ambiguityCost: 55,
      prompts: 120,
      rubricScore: 64,
    },
    missing: null,
    trend: { bucket: "week", points: [] },
    best: [quoted],
    worst: [{ ...quoted, quote: null, rubricScore: 20, grade: "D" }],
  };
}

function throttle(text: string): Chapters["throttle"] {
  const none = { episodes: 0, hoursLost: 0 };
  return {
    summary: {
      hoursLost: 2.6,
      missing: null,
      episodes: 9,
      byDetector: {
        latency_spike: { episodes: 4, hoursLost: 1.2 },
        prompt_retry: none,
        recurring_drop_off: none,
        error_stall: { episodes: 5, hoursLost: 1.4 },
      },
    },
    events: [
      {
        id: "e1",
        detector: "error_stall",
        startedAt: FROM,
        endedAt: FROM,
        lostMs: 600_000,
        severity: "severe",
        scope: "provider",
        model: text,
        sessions: [text],
        developers: 2,
        evidence: { kind: "error", cause: "retry_wait", statuses: [529], waits: 3 },
      },
    ],
    eventsLeftOut: 8,
    windows: [],
    week: [{ weekday: 2, hour: 14, lostMs: 600_000 }],
    budgetStops: [{ startedAt: FROM, endedAt: FROM, model: text, calls: 2, sessions: [text], developers: 1 }],
    models: [{ model: text, calls: 40, slowCalls: 4, hoursLost: 1.2 }],
    signals: { calls: 400, timedCalls: 300, failedCalls: 20, statusCalls: 20, agents: [] },
    missing: null,
  };
}

const PRICES = { date: "2026-11-01", sha256: "0123456789abcdef" };

function example(text: string) {
  return { subSessionId: "b1", sessionId: "s1", title: text, firstTurn: 3, costUsd: 4.2 };
}

function rightsizing(text: string): Chapters["rightsizing"] {
  return {
    recommendations: [
      {
        id: "x1",
        kind: "model",
        model: text,
        from: text,
        to: text,
        segment: { intent: "fix", size: "small", agent: "claude-code" },
        work: [{ intent: "fix", size: "small", subSessions: 20 }],
        subSessions: 20,
        basis: "list_prices",
        spentUsd: 100,
        currentCostUsd: 100,
        projectedCostUsd: 20,
        monthlySavingUsd: 80,
        evidence: "C",
        comparison: {
          from: { subSessions: 20, reached: 0.9 },
          to: { subSessions: 0, reached: null },
          difference: null,
          low: null,
        },
        assumptions: ["The same tokens."],
        examples: [example(text)],
        priceTable: PRICES,
      },
    ],
    recommendationsLeftOut: 0,
    quiet: 1,
    unpricedModels: [{ model: text, calls: 3 }],
    models: [{ model: text, calls: 400, costUsd: 263.2, tier: "large" }],
    spendUsd: 263.2,
    priceTable: PRICES,
    monthlySavingUsd: 80,
    supposedSavingUsd: null,
    missing: null,
  };
}

function waste(text: string): Chapters["waste"] {
  return {
    kinds: [
      { kind: "retry_storm", count: 4, subSessions: 3, costUsd: 8, examples: [example(text)] },
      { kind: "repeated_read", count: 0, subSessions: 0, costUsd: 0, examples: [] },
      { kind: "context_bloat", count: 1, subSessions: 1, costUsd: 4.34, examples: [example(text)] },
    ],
    costUsd: 12.34,
    spendUsd: 263.2,
    missing: null,
  };
}

function coaching(text: string): Chapters["coaching"] {
  return {
    total: 11,
    inputs: [{ input: "crr", cards: 11 }],
    cards: [
      {
        id: "c1",
        sessionId: "s1",
        subSessionId: "b1",
        developer: person(text),
        at: FROM,
        createdAt: FROM,
        seenAt: null,
        kind: "weakest_input",
        input: "crr",
        title: text,
        advice: text,
        evidence: [
          { turnIndex: 3, quote: text },
          { turnIndex: 4, quote: null },
        ],
        expectation: text,
        feedback: { up: 2, down: 1, mine: null },
      },
    ],
    missing: null,
  };
}

function appendix(text: string): Chapters["appendix"] {
  return {
    method: ["50 is as usual."],
    versions: {
      program: "0.1.0",
      scoring: "2026.11.1",
      rubric: "3",
      baselines: "2",
      prices: PRICES,
      languageModel: text,
    },
    coverage: [
      {
        agent: "claude-code",
        version: text,
        sessions: 41,
        facts: {
          prompts: 1,
          promptText: 1,
          tokens: 1,
          cost: 1,
          latency: 1,
          firstToken: 0,
          decisions: 1,
          edits: 1,
          commits: 1,
          compaction: 1,
          imported: 0,
        },
        untold: [],
      },
    ],
  };
}

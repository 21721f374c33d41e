/** Waits for calls that were tried again within their turn, as an agent's own records report them. */
import type { WireAttributes } from "../../../src/vocabulary/sending/otlp-values.ts";
import { describe, expect, test } from "bun:test";
import { type Samples, usualOfDay } from "../../../src/insights/throttle/day.ts";
import { joinPeople } from "../../../src/insights/throttle/join-episodes.ts";
import { findBudgetStops, findRetryWaitEpisodes } from "../../../src/insights/throttle/retry-episodes.ts";
import { summarize } from "../../../src/insights/throttle/summarize.ts";
import { assembleTurns } from "../../../src/turns/assemble.ts";
import { gatherCallHours } from "../../../src/turns/latency/call-hours.ts";
import type { OwnedCalls } from "../../../src/turns/latency/call-hours-table.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { logsBody, onlySession, recordsOfBody } from "../../normaliser/captured.ts";
import { named } from "../../session-names.ts";

const MORNING = 20_760 * DAY + 9 * HOUR;

/** A turn of Gemini CLI, in order; the clock moves on with it. */
class GeminiTurn {
  private readonly logs: { at: number; attributes: WireAttributes }[] = [];
  private now: number;

  constructor(
    private readonly developer: string,
    private readonly beganAt = MORNING,
  ) {
    this.now = beganAt;
    this.report("user_prompt", { prompt: "Fix the bug in calc.js.", prompt_length: 23, interactive: true });
  }

  call(seconds: number): this {
    this.now += seconds * SECOND;
    const tokens = { input_token_count: 4_000, output_token_count: 80, cached_content_token_count: 3_000 };
    return this.report("api_response", { duration_ms: seconds * SECOND, ...tokens });
  }

  error(status: number): this {
    this.now += 30;
    return this.report("api_error", { duration_ms: 30, status_code: status, "error.type": "ApiError" });
  }

  pause(seconds: number): this {
    this.now += seconds * SECOND;
    return this;
  }

  /** Seconds from the prompt to the last record. */
  lasted(): number {
    return (this.now - this.beganAt) / SECOND;
  }

  calls(): OwnedCalls[] {
    const turns = assembleTurns(onlySession(recordsOfBody(logsBody("gemini-cli", this.logs))));
    const { developer } = this;
    return gatherCallHours(turns).map((hour) => ({ ...hour, developer, session: named(`of ${developer}`) }));
  }

  private report(name: string, attributes: WireAttributes): this {
    const always = { "event.name": `gemini_cli.${name}`, "session.id": "s-1", model: "gemini-2.5-pro" };
    this.logs.push({ at: this.now, attributes: { ...always, ...attributes } });
    return this;
  }
}

function answerFor(...turns: GeminiTurn[]) {
  const calls = turns.flatMap((turn) => turn.calls());
  const before: Samples[] = [];
  const episodes = findRetryWaitEpisodes("acme", calls, usualOfDay(before, calls));
  return summarize({ episodes, slots: [], days: [], budgetStops: findBudgetStops(calls), agents: [] });
}

describe("waits for calls that were tried again", () => {
  test("are nearly all of a turn that limits held up: 70.5 of 79.4 seconds", () => {
    const turn = new GeminiTurn("one").call(0.2).pause(4);
    for (const wait of [6, 10, 21.5, 6, 27]) turn.error(429).pause(wait).call(0.2).pause(0.5);
    turn.pause(1.03);
    const { summary, events } = answerFor(turn.call(0.2).call(0.01));
    expect(turn.lasted()).toBeCloseTo(79.59, 1);
    expect(Number(summary.hoursLost) * 3_600).toBeWithin(70, 71);
    expect(events).toMatchObject([
      {
        detector: "error_stall",
        scope: "organization",
        severity: "minor",
        evidence: { kind: "error", cause: "retry_wait", statuses: [429], waits: 5 },
      },
    ]);
  });

  test("lose nothing of what the call itself usually takes", () => {
    const turn = new GeminiTurn("one");
    for (let call = 0; call < 20; call += 1) turn.call(12).pause(1);
    const { summary } = answerFor(turn.error(529).pause(3).call(12));
    expect(Number(summary.hoursLost) * 3_600).toBeCloseTo(3, 1);
  });

  test("are reported one by one from two minutes on, and else by model and hour, whoever waited", () => {
    const [one, other] = [
      new GeminiTurn("one").error(529).pause(150).call(1).error(429).pause(5).call(1),
      new GeminiTurn("other", MORNING + 10 * MINUTE).error(529).pause(7).call(1),
    ];
    const { summary, events } = answerFor(one, other);
    expect(
      events.map(({ developers, severity, scope, evidence }) => [
        developers,
        severity,
        scope,
        evidence.kind === "error" && [evidence.waits, ...evidence.statuses],
      ]),
    ).toEqual([
      [2, "minor", "provider", [2, 429, 529]],
      [1, "moderate", "provider", [1, 529]],
    ]);
    expect(Number(summary.hoursLost) * 3_600).toBeWithin(161, 163);
  });

  test("of the next hour are another event, and of no wait none", () => {
    const late = new GeminiTurn("one", MORNING + HOUR).error(429).pause(5).call(1);
    const early = new GeminiTurn("one").error(429).pause(5).call(1);
    const episodes = [early, late].flatMap((turn) => turn.calls());
    const found = findRetryWaitEpisodes("acme", episodes, usualOfDay([], episodes));
    expect(joinPeople(found)).toHaveLength(2);
    expect(answerFor(new GeminiTurn("one").call(1).call(1)).events).toEqual([]);
  });
});

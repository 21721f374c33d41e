import { describe, expect, test } from "bun:test";
import type {
  AdvisedPrompt,
  AdvisedTurn,
  AdvisedWork,
} from "../../../../src/insights/advisor/writing/work.ts";
import { writeCard } from "../../../../src/insights/advisor/writing/write-card.ts";
import type { MetricsRow } from "../../../../src/metrics/columns-table.ts";
import { MINUTE } from "../../../../src/vocabulary/units.ts";
import { rowOf } from "../../../metrics/stored-rows.ts";

/** Three prompts and their turns, ten minutes apart. */
function workWith(changes: {
  metrics?: Partial<MetricsRow>;
  place?: Partial<AdvisedWork["place"]>;
  prompts?: Partial<AdvisedPrompt>[];
  turns?: Partial<AdvisedTurn>[];
}): AdvisedWork {
  const { prompts = [{}, {}, {}], turns = [{}, {}, {}] } = changes;
  return {
    metrics: rowOf("org", 1, changes.metrics ?? {}),
    place: { sub_session_index: 0, boundary_kind: "session", ...changes.place },
    prompts: prompts.map((prompt, index) => ({
      id: `p${index + 1}`,
      turnIndex: index + 1,
      text: `prompt ${index + 1}`,
      repairs: false,
      rubricScore: null,
      advice: [],
      ...prompt,
    })),
    turns: turns.map((turn, index) => ({
      index: index + 1,
      startedAt: index * 10 * MINUTE,
      endedAt: index * 10 * MINUTE + MINUTE,
      failedCalls: 0,
      tokens: 100,
      ...turn,
    })),
  };
}

function quotesOf(input: Parameters<typeof writeCard>[0], work: AdvisedWork): (string | null)[] | undefined {
  return writeCard(input, work)?.evidence.map(({ quote }) => quote);
}

describe("no card is written", () => {
  test("where no prompt shows the weakness", () => {
    for (const input of ["sse", "pes", "ie", "crr", "fc"] as const)
      expect(writeCard(input, workWith({ prompts: [] }))).toBeNull();
    expect(writeCard("ie", workWith({}))).toBeNull();
    expect(writeCard("pes", workWith({}))).toBeNull();
  });

  test("where the work was given up because the model failed", () => {
    const turns = [{}, {}, { failedCalls: 1 }];
    expect(writeCard("sse", workWith({ metrics: { outcome: "abandoned" }, turns }))).toBeNull();
    expect(writeCard("sse", workWith({ metrics: { outcome: "reached" }, turns }))).not.toBeNull();
  });
});

/** What was earned of 100 taken on each axis. */
function earning({ tokens = 100, prompts = 100, seconds = 100 }): Partial<MetricsRow> {
  const took = { took_t: 100, took_n: 100, took_h: 100, took_k: 100 };
  return { ...took, earned_t: tokens, earned_n: prompts, earned_h: seconds, earned_k: seconds };
}

describe("SSE", () => {
  test("shows the opening and what followed where prompts cost most", () => {
    const metrics = { ...earning({}), took_n: 9, earned_n: 4.2 };
    const work = workWith({ metrics });
    expect(quotesOf("sse", work)).toEqual(["prompt 1", "prompt 2"]);
    expect(writeCard("sse", work)?.advice).toStartWith(
      "This took 9 prompts; what its turns changed usually takes about 4",
    );
  });

  test("shows the most expensive turn where tokens cost most", () => {
    const metrics = { ...earning({}), took_t: 183_000, earned_t: 121_000 };
    const work = workWith({ metrics, turns: [{}, { tokens: 900 }, {}] });
    expect(quotesOf("sse", work)).toEqual(["prompt 2"]);
    expect(writeCard("sse", work)?.advice).toStartWith(
      "This used about 183,000 tokens, weighed by what they cost; turns like these usually use about 121,000",
    );
  });

  test("shows the longest wait where the person's time cost most", () => {
    const turns = [{}, {}, { startedAt: 60 * MINUTE }];
    expect(quotesOf("sse", workWith({ metrics: earning({ seconds: 40 }), turns }))).toEqual(["prompt 3"]);
  });

  test.each([
    ["partial", -0.1, "Say how you will know that it is done"],
    ["abandoned", -0.5, "Agree on a plan before the agent starts"],
  ] as const)("shows the end where it was %s, and that limited what was earned", (outcome, most, title) => {
    const limited = 100 * Math.exp(most);
    const metrics = { outcome, ...earning({ tokens: limited, prompts: limited, seconds: limited }) };
    const work = workWith({ metrics });
    expect(quotesOf("sse", work)).toEqual(["prompt 3"]);
    expect(writeCard("sse", work)?.title).toBe(title);
  });

  test("shows what cost most where the work earned less than its outcome allows", () => {
    const metrics = { outcome: "partial", ...earning({ tokens: 40, prompts: 90, seconds: 90 }) } as const;
    expect(writeCard("sse", workWith({ metrics }))?.title).toBe("Name the files to start from");
  });
});

describe("PES", () => {
  test("shows the prompt with the fewest points, and what would have made it better", () => {
    const advice = ["Name the file that this is about.", "Say what should happen."];
    const prompts = [{ rubricScore: 70 }, { rubricScore: 20, advice }, {}];
    const card = writeCard("pes", workWith({ metrics: { pes: 45 }, prompts }));
    expect(card?.title).toBe("Name the file that this is about");
    expect(card?.advice).toContain("45 of 100 points on average, the quoted one 20");
    expect(card?.advice).toEndWith("Also: say what should happen.");
    expect(card?.evidence).toEqual([{ prompt: "p2", turnIndex: 2, quote: "prompt 2" }]);
  });
});

describe("IE", () => {
  test("shows two corrections at most", () => {
    const prompts = [{}, { repairs: true }, { repairs: true }, { repairs: true }];
    expect(quotesOf("ie", workWith({ prompts }))).toEqual(["prompt 2", "prompt 3"]);
  });
});

describe("CRR", () => {
  test("shows where new work began in an old context", () => {
    const place = { sub_session_index: 1, boundary_kind: "inferred" } as const;
    expect(quotesOf("crr", workWith({ place }))).toEqual(["prompt 1"]);
  });

  test("shows the end where the context filled up", () => {
    const place = { sub_session_index: 1, boundary_kind: "reset" } as const;
    expect(quotesOf("crr", workWith({ place }))).toEqual(["prompt 3"]);
    expect(quotesOf("crr", workWith({}))).toEqual(["prompt 3"]);
  });
});

describe("FC", () => {
  test("shows the prompt after a pause of over a quarter of an hour, else the first one", () => {
    const paused = workWith({
      metrics: { fc: 20 },
      turns: [{}, { startedAt: 40 * MINUTE, endedAt: 41 * MINUTE }, { startedAt: 42 * MINUTE }],
    });
    expect(quotesOf("fc", paused)).toEqual(["prompt 2"]);
    expect(writeCard("fc", paused)?.advice).toContain("stopped for 39 minutes");
    expect(quotesOf("fc", workWith({ metrics: { fc: 20 } }))).toEqual(["prompt 1"]);
    expect(writeCard("fc", workWith({ metrics: { fc: 20 } }))?.advice).toContain("lasted about 18 minutes.");
    expect(writeCard("fc", workWith({ metrics: { fc: 0 } }))?.advice).toContain("lasted less than a minute.");
  });
});

describe("a quote", () => {
  test("is nothing where the text is withheld", () => {
    expect(quotesOf("crr", workWith({ prompts: [{ text: null }] }))).toEqual([null]);
  });

  test("is one line of at most 160 characters, cut between them", () => {
    const text = `Fix\n\n  it ${"👩‍💻é".repeat(120)}`;
    const [quote] = quotesOf("crr", workWith({ prompts: [{ text }] })) ?? [];
    expect(quote).toStartWith("Fix it ");
    expect([...(quote ?? "")].length).toBeLessThanOrEqual(160);
    expect(quote?.isWellFormed()).toBe(true);
    expect(quote).toEndWith("…");
  });
});

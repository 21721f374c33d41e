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

describe("SSE", () => {
  test("shows the opening and what followed where prompts cost most", () => {
    const work = workWith({ metrics: { axis_n: -1, actual_turns: 9, usual_turns: 4.2 } });
    expect(quotesOf("sse", work)).toEqual(["prompt 1", "prompt 2"]);
    expect(writeCard("sse", work)?.advice).toStartWith(
      "This took 9 prompts; work of this size usually takes about 4",
    );
  });

  test("shows the most expensive turn where tokens cost most", () => {
    const work = workWith({ metrics: { axis_t: -1 }, turns: [{}, { tokens: 900 }, {}] });
    expect(quotesOf("sse", work)).toEqual(["prompt 2"]);
  });

  test("shows the longest wait where the person's time cost most", () => {
    const work = workWith({ metrics: { axis_h: -1 }, turns: [{}, {}, { startedAt: 60 * MINUTE }] });
    expect(quotesOf("sse", work)).toEqual(["prompt 3"]);
  });

  test.each([
    ["partial", "Say how you will know that it is done"],
    ["abandoned", "Agree on a plan before the agent starts"],
  ] as const)("shows the end where it was %s", (outcome, title) => {
    const work = workWith({ metrics: { outcome, raw: 0.4, gated_raw: -0.5, axis_n: -0.1 } });
    expect(quotesOf("sse", work)).toEqual(["prompt 3"]);
    expect(writeCard("sse", work)?.title).toBe(title);
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

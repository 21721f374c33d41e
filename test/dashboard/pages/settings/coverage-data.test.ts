import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import {
  factsOf,
  nameOf,
  sayAgreement,
  sayCoverage,
} from "../../../../embedded/dashboard/pages/settings/coverage/coverage-data.ts";
import type { AgentCoverage } from "../../../../embedded/dashboard/pages/settings/coverage/fetch-coverage.ts";

const facts = {
  prompts: 1,
  promptText: 0.5,
  tokens: 1,
  cost: 0,
  latency: 1,
  firstToken: 1,
  decisions: 1,
  edits: 1,
  commits: 0.25,
  compaction: 0,
  imported: 0,
};

const codex: AgentCoverage = {
  agent: "codex",
  version: "0.169.0",
  sessions: 10,
  facts,
  untold: [
    { fact: "cost", without: null },
    { fact: "rejections", without: "traces" },
  ],
};

test("two versions of an agent are one agent, and sessions weigh by their number", () => {
  const newer: AgentCoverage = {
    ...codex,
    version: "0.170.0",
    sessions: 30,
    facts: { ...facts, promptText: 1 },
  };
  expect(sayCoverage([codex, newer], 30)).toBe(
    "1 agent sent 40 sessions in 30 days; 88 % of them contain the text of prompts.",
  );
  expect([nameOf(codex), nameOf({ ...codex, version: null })]).toEqual(["codex 0.169.0", "codex"]);
});

describe("a fact that an agent does not say", () => {
  test("says so, and which signal would hold it", () => {
    const notes = new Map(factsOf(codex).map(({ fact, note }) => [fact, note]));
    expect(notes.get("cost")).toBe("not sent");
    expect(notes.get("decisions")).toBe("rejections are not sent; sending traces would");
    expect(notes.get("edits")).toBeNull();
  });
});

describe("what people say of outcomes", () => {
  const counts = { subSessions: 40, said: 5, confirmed: 3, disagreed: 1, unmeasured: 1 };

  test("is held against what was measured", () => {
    expect(sayAgreement(counts)).toBe(
      "People said how 5 of 40 tasks ended. They confirmed 3 of 4 measured outcomes. 1 outcome could not be measured.",
    );
  });

  test("is asked for while nobody said anything", () => {
    expect(sayAgreement({ ...counts, said: 0 })).toStartWith("Nobody has said how a task ended.");
  });
});

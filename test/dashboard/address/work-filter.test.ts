import { describe, expect, test } from "bun:test";
import {
  readFilter,
  sessionsAddress,
  tasksAddress,
  writeFilter,
} from "../../../embedded/dashboard/address/work-filter.ts";

const FILTER = {
  model: "gpt-5.4",
  tool: "Bash",
  mcpServer: "issues",
  otherThan: "small,large",
  costOverUsd: 2.5,
  outcome: "partial",
  flag: "repair",
  counted: false,
  scoredIn: "efficiency",
  searched: "a parser",
  window: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
} as const;

describe("the filter of a list of work", () => {
  test("is in the address whole, and is found there again", () => {
    expect(readFilter(new URLSearchParams(writeFilter(FILTER)).toString())).toEqual(FILTER);
  });

  test("is empty where the address says nothing", () => {
    expect(Object.values(readFilter("?days=7")).every((part) => part === null)).toBe(true);
    expect(writeFilter(readFilter(""))).toEqual({});
  });

  test.each([
    "outcome=won",
    "flag=none",
    "counted=maybe",
    "scored_in=sse",
    "cost_over_usd=much",
    "cost_over_usd=-1",
    "from=2026-11-01T00:00:00Z",
    "from=2026-12-01T00:00:00Z&to=2026-11-01T00:00:00Z",
    "from=yesterday&to=today",
  ])("filters nothing by %s, which nobody understands", (search) => {
    expect(readFilter(search)).toEqual(readFilter(""));
  });

  test("leads to the list of sessions or of tasks, of one developer or of everyone", () => {
    expect(sessionsAddress({ kind: "everyone" }, { costOverUsd: 0 })).toBe(
      "/sessions?developer=everyone&cost_over_usd=0",
    );
    expect(tasksAddress({ kind: "one", id: "a b", isSelf: false }, { counted: true })).toBe(
      "/sessions?list=tasks&developer=a%20b&counted=true",
    );
  });
});

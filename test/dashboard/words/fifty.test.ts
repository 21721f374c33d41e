import "../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { isCentred, sayFifty, tickOf } from "../../../embedded/dashboard/words/fifty.ts";
import { metricDefinitions } from "../../../embedded/dashboard/words/inputs.ts";
import { readDashboard, readSources } from "../../sources.ts";

const MEDIAN = { value: 46.4, people: 8 };

describe("50", () => {
  test("is the baseline of Speed, Efficiency and sub-session efficiency, and of nothing else", () => {
    const titles = ["Speed", "Skill", "Efficiency", ...metricDefinitions().map(({ title }) => title)];
    expect(titles.filter(isCentred).toSorted()).toEqual(["Efficiency", "Speed", "Sub-session efficiency"]);
  });

  test("names its baseline: shipped, learned with its date, or set", () => {
    const day = "2026-10-05T09:00:00Z";
    expect(sayFifty("shipped")).toContain("the shipped baseline, until 30 tasks");
    expect(sayFifty("learned", day)).toBe("50 is the baseline of this organization, learned on 5 Oct");
    expect(sayFifty("set", day)).toBe("50 is the baseline that an administrator set on 5 Oct");
    expect(sayFifty("learned")).toBe("50 is the baseline of this organization");
  });
});

describe("the mark of a scale", () => {
  test("is 50 for what has a baseline, whatever the median is", () => {
    expect(tickOf("Speed", "learned", MEDIAN)).toEqual({ at: 50, label: "50: baseline" });
    expect(tickOf("Efficiency", "shipped", null)).toEqual({ at: 50, label: "50: shipped baseline" });
  });

  test("is the organization's median for Skill and the other inputs, and nothing without one", () => {
    for (const title of ["Skill", "Flow continuity", "Prompt efficiency"]) {
      expect(tickOf(title, "learned", MEDIAN)).toEqual({ at: 46.4, label: "46: median of 8" });
      expect(tickOf(title, "learned", null)).toBeNull();
    }
  });
});

test("no page, report, command or answer says that 50 is as usual", () => {
  const said = [...readDashboard(), ...readSources()].filter(({ path, code }) => {
    const isDemo = path.startsWith("src/demo/");
    return !isDemo && /\bas usual\b/i.test(code.replaceAll(/\s+/g, " "));
  });
  expect(said.map(({ path }) => path)).toEqual([]);
});

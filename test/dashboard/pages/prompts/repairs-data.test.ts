import { describe, expect, test } from "bun:test";
import { linePoints, sayRepairs } from "../../../../embedded/dashboard/pages/prompts/repairs-data.ts";

const empty = { start: "2026-11-02T00:00:00.000Z", tasks: 0, withoutRepair: 0, share: null };
const full = { start: "2026-11-09T00:00:00.000Z", tasks: 4, withoutRepair: 3, share: 0.75 };

describe("tasks without a repair", () => {
  test("are counted in a sentence", () => {
    expect(sayRepairs([empty, full])).toBe("3 of 4 tasks went without a repair, 75 %.");
    expect(sayRepairs([empty])).toBe("No task here shows whether it was repaired.");
  });

  test("are a line in percent, with a gap where there was no task", () => {
    expect(linePoints([empty, full]).map(({ value }) => value)).toContain(75);
    expect(linePoints([full, empty]).map(({ value }) => value)).toEqual([75, null]);
  });
});

import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { helpFor } from "../../../../embedded/dashboard/pages/developer/inputs/input-help.ts";
import { pickSeries } from "../../../../embedded/dashboard/pages/developer/inputs/input-series.ts";
import { inputDefinitions, type InputName } from "../../../../embedded/dashboard/words/inputs.ts";
import type { InputPoint } from "../../../../src/scores/inputs/input-answer.ts";

function point(start: string, sse: number | null): InputPoint {
  const none = { value: null, interval: null, subSessions: 0 };
  const value: InputPoint["inputs"]["sse"] =
    sse === null ? none : { value: sse, interval: [sse - 5, sse + 5], subSessions: 4 };
  return {
    start,
    subSessions: sse === null ? 0 : 4,
    inputs: { sse: value, pes: none, ie: none, crr: none, fc: none },
  };
}

describe("the inputs over time", () => {
  const weeks = ["01", "08", "15", "22"].map((day, index) => point(`2026-11-${day}`, 40 + index));
  const days = ["20", "21", "22"].map((day) => point(`2026-11-${day}`, 50));

  test("are by week where weeks make a line, without the empty time before", () => {
    const series = pickSeries([point("2026-10-25", null), ...weeks], days);
    expect(series.bucket).toBe("week");
    expect(series.points.sse.map(({ value }) => value)).toEqual([40, 41, 42, 43]);
    expect(series.points.sse[0]?.interval).toEqual([35, 45]);
  });

  test("are by day while there are too few weeks", () => {
    const series = pickSeries(weeks.slice(0, 3), days);
    expect([series.bucket, series.points.sse.length]).toEqual(["day", 3]);
    expect(series.points.pes.every(({ value }) => value === null)).toBe(true);
  });
});

function input(id: InputName): Parameters<typeof helpFor>[0] {
  const { help, seenIn } = inputDefinitions().find(({ metric }) => metric === id) ?? {
    help: "",
    seenIn: "sessions",
  };
  return { id, help, seenIn };
}

describe("what would help", () => {
  const taken = { tokens: { axis: -0.336 }, turns: { axis: 0 }, humanTime: { axis: 0.105 } };

  test("efficiency is what the sub-sessions earned least of", () => {
    const { says } = helpFor(input("sse"), "ada", taken);
    expect(says).toStartWith(
      "The tasks earned 71 % of the tokens, 100 % of the prompts and 111 % of the human time that they took. " +
        "To spend fewer tokens, ",
    );
    expect(helpFor(input("sse"), "ada", { ...taken, tokens: { axis: null } }).says).toContain(
      "To need fewer prompts, ",
    );
    expect(helpFor(input("sse"), "ada", null).says).toStartWith("Put what should come out, ");
  });

  test("leads to where it shows, for each input", () => {
    expect(helpFor(input("pes"), "ada o", taken).look.address).toBe("/prompts?developer=ada%20o");
    for (const id of ["ie", "crr", "fc"] as const)
      expect(helpFor(input(id), "ada", taken).look.address).toBe(
        "/sessions?list=tasks&developer=ada&counted=true",
      );
  });
});

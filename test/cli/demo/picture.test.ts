import { describe, expect, test } from "bun:test";
import { screenOf } from "../../../scripts/draw-demo.ts";
import { describeDemo } from "../../../src/cli/demo/describe-demo.ts";
import type { ShownDemo } from "../../../src/demo/run.ts";
import { createSpeaker } from "../../../src/cli/text/speaker.ts";
import { readText } from "../../sources.ts";

const NOBODY = { people: 0, subSessions: 0, value: null, interval: null };

const shown: ShownDemo = {
  sample: true,
  from: "2026-11-08",
  to: "2026-11-22",
  sent: { sessions: 214, requests: 494 },
  baseline: "learned",
  model: { name: "recorded-sample", recorded: true },
  scores: [],
  everyone: { speed: NOBODY, skill: NOBODY, efficiency: NOBODY },
  kept: null,
};

describe("the picture of the demo", () => {
  const drawn = readText("docs/images/demo.svg")
    .replaceAll(/<[^>]*>/g, "")
    .split("\n");

  test("has the words around the table as the program prints them; bun scripts/draw-demo.ts draws it", () => {
    const said: string[] = [];
    const write = (text: string) => void said.push(text);
    const ask = () => Promise.resolve(null);
    const terminal = { write, complain: write, ask, isPerson: true, columns: 100 };
    createSpeaker(terminal, { name: "./scoring", commandWords: ["serve", "connect"] }).say(
      describeDemo(shown, 100),
    );
    const lines = said.join("").trimEnd().split("\n");
    const beforeTable = lines.slice(0, 1);
    const afterTable = lines.slice(lines.findIndex((line) => line.startsWith("In Speed")));
    expect([...beforeTable, ...afterTable].filter((line) => !drawn.includes(line))).toEqual([]);
  });

  test("is in the guide for the first week", () => {
    expect(readText("docs/first-week.md")).toContain("(images/demo.svg)");
  });
});

test("of a line that was written over, what was written last is seen", () => {
  expect(screenOf("\r\u001B[KSending 1\r\u001B[KSending 2\r\u001B[Kone\r\ntwo\r\n")).toEqual(["one", "two"]);
});

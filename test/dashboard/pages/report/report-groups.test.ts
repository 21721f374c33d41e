import { describe, expect, test } from "bun:test";
import { groupBlocks } from "../../../../embedded/dashboard/pages/report/report-groups.ts";
import type { Block } from "../../../../embedded/dashboard/report/document.ts";

const note: Block = { kind: "paragraph", rank: "note", words: ["Read it so."] };
const stats: Block = { kind: "stats", stats: [] };
const trend = (name: string): Block => ({ kind: "trend", name, bucket: "day", points: [], bandName: "" });

describe("the blocks of a chapter", () => {
  test("are in their order", () => {
    const kinds = groupBlocks([note, stats, note, trend("Speed"), note]).map(({ kind }) => kind);
    expect(kinds).toEqual(["cell", "figures", "cell", "trends", "cell"]);
  });

  test("share a cell where words and tables follow each other", () => {
    expect(groupBlocks([note, note])).toEqual([{ kind: "cell", blocks: [note, note] }]);
  });

  test("share a row where trends do", () => {
    const [group] = groupBlocks([trend("Speed"), trend("Skill"), trend("Efficiency")]);
    expect(group?.kind === "trends" && group.trends.map(({ name }) => name)).toEqual([
      "Speed",
      "Skill",
      "Efficiency",
    ]);
  });
});

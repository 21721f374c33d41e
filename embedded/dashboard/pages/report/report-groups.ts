/** Which blocks of a chapter are side by side. */
import type { Block, Trend } from "../../report/document.ts";

/** Blocks that share a row of the sheet. */
export type Group =
  | { kind: "trends"; trends: readonly Trend[] }
  | { kind: "figures"; block: Extract<Block, { kind: "scores" | "stats" }> }
  | { kind: "cell"; blocks: readonly CellBlock[] };

/** What is read one below the other. */
export type CellBlock = Exclude<Block, { kind: "scores" | "stats" | "trend" }>;

/** Returns trends that follow each other as one row; words and tables that do as one cell. */
export function groupBlocks(blocks: readonly Block[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === "scores" || block.kind === "stats") groups.push({ kind: "figures", block });
    else if (block.kind === "trend") {
      if (last?.kind === "trends") groups.splice(-1, 1, { kind: "trends", trends: [...last.trends, block] });
      else groups.push({ kind: "trends", trends: [block] });
    } else if (last?.kind === "cell") groups.splice(-1, 1, { kind: "cell", blocks: [...last.blocks, block] });
    else groups.push({ kind: "cell", blocks: [block] });
  }
  return groups;
}

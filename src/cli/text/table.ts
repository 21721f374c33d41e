/** Rows of text as aligned columns, as wide as the terminal allows. */
import { visibleLine } from "../../vocabulary/wording/visible.ts";
import { wrapWords } from "./wrap.ts";

/** A column: its title, and on which side its cells are. */
export interface Column {
  title: string;
  align: "left" | "right";
  /** Left out when the table is too wide; the highest number goes first. A column without one always stays. */
  dropped?: number;
}

const GAP = "  ";
/** A narrower column is harder to read than a line that runs over. */
const NARROWEST_CELL = 16;

/**
 * Returns a line for the titles and one for each row, without a line end after the last. Where they are too
 * wide, columns are left out first, then the widest is broken between words.
 *
 * @param width - The width; null for any.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | null = null,
): string {
  const titles = columns.map(({ title }) => title);
  const all = [titles, ...rows].map((cells) => columns.map((_, index) => visibleLine(cells[index] ?? "")));
  const fitting = leaveOut(columns, all, width);
  const widths = narrow(fitting, width);
  return fitting.lines
    .flatMap((cells) => breakCells(cells, widths))
    .map((cells) => cells.map((cell, index) => pad(cell, widths[index] ?? 0, fitting.columns[index])))
    .map((cells) => cells.join(GAP).trimEnd())
    .join("\n");
}

interface Table {
  columns: readonly Column[];
  lines: readonly (readonly string[])[];
}

function leaveOut(columns: readonly Column[], lines: Table["lines"], width: number | null): Table {
  const ranks = columns.map(({ dropped }) => dropped ?? 0);
  const next = ranks.indexOf(Math.max(...ranks));
  if (width === null || totalOf(widthsOf({ columns, lines })) <= width || (ranks[next] ?? 0) === 0)
    return { columns, lines };
  const others = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, index) => index !== next);
  return leaveOut(others(columns), lines.map(others), width);
}

/** Returns the columns' widths: the widest column shrinks until the table fits. */
function narrow(table: Table, width: number | null): number[] {
  const widths = widthsOf(table);
  const over = width === null ? 0 : totalOf(widths) - width;
  if (over <= 0) return widths;
  const room = widths.map((width, index) => width - longestWord(table, index));
  const giver = room.indexOf(Math.max(...room));
  const narrowed = Math.max(NARROWEST_CELL, (widths[giver] ?? 0) - over);
  return widths.map((width, index) => (index === giver ? Math.min(width, narrowed) : width));
}

function longestWord({ lines }: Table, column: number): number {
  const words = lines.flatMap((cells) => (cells[column] ?? "").split(" "));
  return Math.max(...words.map((word) => Bun.stringWidth(word)));
}

function widthsOf({ columns, lines }: Table): number[] {
  return columns.map((_, index) => Math.max(...lines.map((cells) => Bun.stringWidth(cells[index] ?? ""))));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

/** One row as the lines that its broken cells need. */
function breakCells(cells: readonly string[], widths: readonly number[]): string[][] {
  const pieces = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    return Bun.stringWidth(cell) <= width ? [cell] : wrapWords(cell, width);
  });
  const height = Math.max(...pieces.map((piece) => piece.length));
  return Array.from({ length: height }, (_, line) => pieces.map((piece) => piece[line] ?? ""));
}

function pad(cell: string, to: number, column: Column | undefined): string {
  const blanks = " ".repeat(Math.max(0, to - Bun.stringWidth(cell)));
  return column?.align === "right" ? blanks + cell : cell + blanks;
}

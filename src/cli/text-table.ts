/** Rows of text as aligned columns. */

/** A column: its title, and on which side its cells stand. */
export interface Column {
  title: string;
  align: "left" | "right";
}

const GAP = "  ";

/** Gives: a line for the titles and one for each row, without a line end after the last. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map((column) => column.title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => width(cells[index] ?? ""))));
  return lines
    .map((cells) => columns.map((column, index) => pad(cells[index] ?? "", widths[index] ?? 0, column)))
    .map((cells) => cells.join(GAP).trimEnd())
    .join("\n");
}

function pad(cell: string, to: number, column: Column): string {
  const blanks = " ".repeat(to - width(cell));
  return column.align === "left" ? cell + blanks : blanks + cell;
}

/** Columns that a terminal gives the text. */
function width(text: string): number {
  return Bun.stringWidth(text);
}

/** Reads a table of developers: CSV with the columns email, name and role. */
import { CsvError, type Info, parse } from "csv-parse/sync";
import type { Role } from "../../identity/keys/table.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { count } from "../text/count.ts";
import { visibleLine } from "../../vocabulary/wording/visible.ts";

/** One row of the table. */
export interface Member {
  /** In lower case. */
  email: string;
  /** null when the table has none. */
  name: string | null;
  role: Role;
}

/** The members, or what is wrong with the table: a sentence for each line that is. */
export type Team = Result<Member[], string[]>;

interface Row {
  line: number;
  cells: readonly string[];
}

const COLUMNS = ["email", "name", "role"] as const;
type ColumnName = (typeof COLUMNS)[number];

/**
 * @param text - The text of the table, its cells separated by commas, semicolons or tabs. The first line may
 *   name the columns; otherwise they are email, name, role in this order.
 */
export function readTeam(text: string): Team {
  const rows = readRows(text);
  if (!rows.ok) return rows;
  const [first] = rows.value;
  if (first === undefined) return fail(["the file is empty"]);
  const titles = first.cells.map(titleOf);
  const hasTitles = titles.includes("email");
  const unknown = hasTitles ? first.cells.filter((_, index) => titles[index] === null) : [];
  if (unknown.length > 0)
    return fail([`line 1: unknown column: ${unknown.join(", ")}. Columns are ${COLUMNS.join(", ")}.`]);
  const members = (hasTitles ? rows.value.slice(1) : rows.value).map((row) =>
    readMember(row, hasTitles ? titles : COLUMNS),
  );
  const problems = [...members.flatMap(({ problems }) => problems), ...findRepeated(members)];
  if (problems.length > 0) return fail(problems);
  return members.length === 0
    ? fail(["no developer follows the line of titles"])
    : succeed(members.map(({ member }) => member));
}

function readRows(text: string): Result<Row[], string[]> {
  try {
    const options = { bom: true, delimiter: [",", ";", "\t"], relax_column_count: true, trim: true };
    const records = parse(text, { ...options, info: true, skip_empty_lines: true }) as unknown as {
      record: string[];
      info: Info;
    }[];
    return succeed(records.map(({ record, info }) => ({ line: info.lines, cells: record })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fail([`this is not a CSV file: ${error.message}`]);
  }
}

function titleOf(cell: string): ColumnName | null {
  const text = cell.toLowerCase().replace(/[^a-z]/g, "");
  return COLUMNS.find((name) => name === text) ?? null;
}

interface ReadMember {
  line: number;
  member: Member;
  problems: string[];
}

function readMember({ line, cells }: Row, columns: readonly (ColumnName | null)[]): ReadMember {
  const cellOf = (name: ColumnName): string => cells[columns.indexOf(name)] ?? "";
  const [email, name, role] = [cellOf("email").toLowerCase(), cellOf("name"), cellOf("role").toLowerCase()];
  const problems = problemsOf({ email, name, role });
  if (cells.length > columns.length)
    problems.push(`there are ${count(cells.length, "cell")} for ${count(columns.length, "column")}`);
  return {
    line,
    member: { email, name: name === "" ? null : name, role: role === "admin" ? "admin" : "member" },
    problems: problems.map((problem) => `line ${line}: ${problem}`),
  };
}

function problemsOf({ email, name, role }: Record<ColumnName, string>): string[] {
  const problems: string[] = [];
  if (email === "") problems.push("the e-mail is missing");
  else if (!/^[^\s@]+@[^\s@]+$/.test(email) || visibleLine(email) !== email)
    problems.push(`not an e-mail: ${visibleLine(email)}`);
  if (visibleLine(name) !== name) problems.push("a name cannot hold control characters");
  if (!["", "member", "admin"].includes(role))
    problems.push(`the role is member or admin, not ${visibleLine(role)}`);
  return problems;
}

function findRepeated(members: readonly ReadMember[]): string[] {
  const lines = new Map<string, number>();
  return members.flatMap(({ line, member: { email } }) => {
    const before = lines.get(email);
    lines.set(email, before ?? line);
    return before === undefined || email === "" ? [] : [`line ${line}: ${email} is on line ${before} too`];
  });
}

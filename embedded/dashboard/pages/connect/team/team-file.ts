/** Reads a table of developers, as `scoring keys create --from` does: e-mail, name, role. */

/** One developer of the table. */
export interface TeamMember {
  /** In lower case. */
  email: string;
  role: "member" | "admin";
}

/** The members, or what is wrong, a sentence for each line that is. */
export type TeamFile =
  { ok: true; members: readonly TeamMember[] } | { ok: false; problems: readonly string[] };

const COLUMNS = ["email", "name", "role"] as const;

/**
 * Reads the text of a CSV file.
 *
 * @param text - Cells separated by commas, semicolons or tabs; the first line may name the columns.
 */
export function readTeamFile(text: string): TeamFile {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const titles = rows[0]?.cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, "")) ?? [];
  const hasTitles = titles.includes("email");
  const columns: readonly string[] = hasTitles ? titles : COLUMNS;
  const people = rows.slice(hasTitles ? 1 : 0).map(({ line, cells }) => {
    const cellOf = (name: string): string => (cells[columns.indexOf(name)] ?? "").toLowerCase();
    return { line, email: cellOf("email"), role: cellOf("role") };
  });
  const problems = people.flatMap(({ line, email, role }, index) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return [`line ${line}: not an e-mail: ${email}`];
    if (!["", "member", "admin"].includes(role))
      return [`line ${line}: the role is member or admin, not ${role}`];
    const isAgain = people.findIndex((other) => other.email === email) < index;
    return isAgain ? [`line ${line}: ${email} is there twice`] : [];
  });
  if (people.length === 0) return { ok: false, problems: ["the file names nobody"] };
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    members: people.map(({ email, role }) => ({ email, role: role === "admin" ? "admin" : "member" })),
  };
}

function cellsOf(line: string): string[] {
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** Returns the keys as a CSV file. */
export function writeKeyFile(keys: readonly { email: string; key: string }[]): string {
  return ["email,key", ...keys.map(({ email, key }) => `${email},${key}`), ""].join("\n");
}

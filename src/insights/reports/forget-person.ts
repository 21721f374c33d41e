/** What a purge does to the reports of a team: those that name the person go, and those that are being made begin anew. */
import type { Database } from "../../database/open.ts";
import { changeJob } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type SessionName, idIn } from "../../vocabulary/held-name.ts";
import { dropChapters, readChapters } from "./chapters-table.ts";
import { AT_REST, deleteReport, readTeamReports, REPORTS } from "./reports-table.ts";

/** Whom a purge is about; reports about only them have their id in a column, and go with it. */
export interface Forgotten {
  organization: string;
  developers: readonly string[];
  /** By their names in the database. */
  sessions: readonly SessionName[];
}

/** Returns the reports of the whole organization that name them or one of their sessions. */
export async function findReportsNaming(database: Database, person: Forgotten): Promise<string[]> {
  const marks = new Set([...person.developers, ...person.sessions.map(idIn)]);
  const naming: string[] = [];
  for (const id of await readTeamReports(database, person.organization)) {
    const contents = await readChapters(database, id);
    if ([...contents.values()].some(({ content }) => holdsAny(JSON.parse(content), marks))) naming.push(id);
  }
  return naming;
}

/** Forgets these reports. One that is being made loses what was made of it, and is made again without the person. */
export async function forgetReports(database: Database, reports: readonly string[]): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    for (const id of reports) {
      await dropChapters(transaction, id);
      if (!(await changeJob(transaction, REPORTS, { where: { id }, set: { ...AT_REST, done: 0 } })))
        await deleteReport(transaction, id);
    }
  });
}

function holdsAny(content: unknown, marks: ReadonlySet<string>): boolean {
  if (typeof content === "string") return marks.has(content);
  if (typeof content !== "object" || content === null) return false;
  return Object.values(content).some((part) => holdsAny(part, marks));
}

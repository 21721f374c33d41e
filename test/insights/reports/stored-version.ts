/** Makes a stored report look as if another version of the program had written it. */
import type { Database } from "../../../src/database/open.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { REPORT_CHAPTERS } from "../../../src/insights/reports/chapters-table.ts";

/** @remarks Takes what each chapter holds; left out, it stays. */
export async function writeRowsOfVersion(
  database: Database,
  { report, version, content }: { report: string; version: number; content?: unknown },
): Promise<void> {
  await tables(database, REPORT_CHAPTERS)
    .updateTable("report_chapters")
    .set({ version, ...(content !== undefined && { content: JSON.stringify(content) }) })
    .where("report", "=", report)
    .execute();
}

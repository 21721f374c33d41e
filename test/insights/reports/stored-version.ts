/** Makes a stored report look as if another version of the program had made it. */
import type { Chapter } from "../../../embedded/dashboard/report/document.ts";
import type { Database } from "../../../src/database/open.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { readChapters, REPORT_CHAPTERS } from "../../../src/insights/reports/chapters-table.ts";

/** A chapter that only the other version has. */
export const REMOVED: Chapter = { id: "delivery", title: "Delivery", answer: "All arrived.", blocks: [] };

/**
 * Makes all steps of the report those of a version that had no chapter "waste" yet, still had one on "delivery", and
 * another form of "coaching".
 */
export async function makeByAnotherVersion(database: Database, report: string): Promise<void> {
  const view = tables(database, REPORT_CHAPTERS);
  const said = (await readChapters(database, report)).get("document")?.content;
  await view.deleteFrom("report_chapters").where("report", "=", report).where("step", "=", "waste").execute();
  await view
    .updateTable("report_chapters")
    .set({ step: "delivery" as "waste", content: JSON.stringify({ unheardOf: ["ada"] }) })
    .where("report", "=", report)
    .where("step", "=", "appendix")
    .execute();
  await setContent(database, { report, step: "coaching", content: { of: "another form" } });
  await view.updateTable("report_chapters").set({ made_by: "0.0.1" }).where("report", "=", report).execute();
  if (said === undefined) return;
  const chapters = (JSON.parse(said) as Chapter[]).filter(({ id }) => id !== "waste" && id !== "appendix");
  await setContent(database, { report, step: "document", content: [...chapters, REMOVED] });
}

async function setContent(
  database: Database,
  { report, step, content }: { report: string; step: "coaching" | "document"; content: unknown },
): Promise<void> {
  await tables(database, REPORT_CHAPTERS)
    .updateTable("report_chapters")
    .set({ content: JSON.stringify(content) })
    .where("report", "=", report)
    .where("step", "=", step)
    .execute();
}

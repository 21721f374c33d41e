/** Counts the prompts that have marks and do not wait, by whose marks they are. */
import { sql } from "kysely";
import { type Database, engineOf } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import { JUDGEMENTS } from "../prompts/judgements-table.ts";
import { PROMPTS } from "../prompts/prompts-table.ts";
import type { MarkedBy } from "./prompt-day.ts";

/** Returns one entry for each model and rubric. */
export async function countMarked(database: Database, window: WindowFilter): Promise<MarkedBy[]> {
  const rubric = sql<string | null>`(
    select rubric_version from judgements
    where judgements.organization = prompts.organization and judgements.content = prompts.content
      and judgements.model = prompts.model and judgements.judged_at >= prompts.judged_at
    order by judgements.judged_at desc limit 1)`;
  const prompts = tables(database, PROMPTS, JUDGEMENTS).selectFrom("prompts");
  const marked = inWindow(prompts, window, "submitted_at")
    .select([
      "model",
      "content",
      rubric.as("rubric"),
      sql<number>`length(${engineOf(database).textOf(sql.ref("text"))})`.as("letters"),
    ])
    .where("awaits", "=", 0)
    .where("prompts.judged_at", "is not", null)
    .where("text", "is not", null);
  const rows = await tables(database, PROMPTS)
    .selectFrom(marked.as("marked"))
    .select(({ fn }) => [
      "model",
      "rubric",
      fn.countAll<number | string>().as("prompts"),
      sql<number | string>`count(distinct content)`.as("contents"),
      fn.sum<number | string>("letters").as("letters"),
    ])
    .groupBy(["model", "rubric"])
    .orderBy("model")
    .orderBy("rubric")
    .execute();
  return rows.map(({ model, rubric: rubricVersion, ...sums }) => ({
    model,
    rubricVersion,
    prompts: Number(sums.prompts),
    contents: Number(sums.contents),
    letters: Number(sums.letters),
  }));
}

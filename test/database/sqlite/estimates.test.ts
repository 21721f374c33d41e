/** The plans that SQLite makes with the estimates: what is asked for most must not read what others did. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createJudgingIndexes } from "../../../src/rubric/prompts/prompts-table.ts";

const path = join(mkdtempSync(join(tmpdir(), "estimates-")), "scoring.db");
for (const _ of ["the first start", "a later start"]) {
  const database = openDatabase(path, "write");
  await prepareTables(database, ALL_TABLES);
  await inTransaction(database, "normal", createJudgingIndexes);
  await database.destroy();
}
const connection = new SqliteDriver(path, { readonly: true });

function planOf(query: string, ...values: string[]): string {
  const steps = connection.prepare(`explain query plan ${query}`).all(...values) as { detail: string }[];
  return steps.map(({ detail }) => detail).join("\n");
}

const WINDOW = "organization = 'o' and started_at >= 1 and started_at < 2";

describe("the plan for", () => {
  test.each([
    ["everybody's sub-sessions in a window", `select * from metrics where ${WINDOW}`, "metrics_by_time"],
    [
      "one developer's sub-sessions in a window",
      `select * from metrics where ${WINDOW} and developer in ('a') order by started_at, sub_session`,
      "metrics_by_developer",
    ],
    [
      "a session's sub-sessions in a window",
      `select * from metrics where ${WINDOW} and session = 's'`,
      "metrics_by_session",
    ],
    [
      "the slowest turns of a day",
      `select * from turns where ${WINDOW} and day = 3 and duration_ms >= 4 order by duration_ms desc limit 20`,
      "turns_by_day_duration_ms",
    ],
    [
      "one developer's turns in a window",
      `select * from turns where ${WINDOW} and developer = 'a' order by duration_ms desc limit 20`,
      "turns_by_developer_started_at",
    ],
    [
      "one developer's pieces and turns together in a window",
      `select session, start_ms from active_pieces
        where organization = 'o' and developer = 'a' and start_ms >= 1 and start_ms < 2
        union all
        select session, started_at from turns where ${WINDOW} and developer = 'a' and active_in is not null`,
      "turns_by_developer_started_at",
    ],
  ])("%s uses the index made for it", (_, query, index) => {
    expect(planOf(query)).toContain(`USING INDEX ${index} `);
  });

  test("the prompts of an organization that were given one id reads no others", () => {
    const query = "select * from prompts where organization = 'o' and given = ? and developer in ('a')";
    expect(planOf(query, "id")).toContain("USING INDEX prompts_by_given (given=?)");
  });

  test.each([
    ["content", "prompts_by_content"],
    ["prompt", "prompts_by_prompt"],
  ])("the prompts of an organization with one %s reads few others", (column, index) => {
    const query = `select * from prompts where organization = 'o' and substr(${column}, 1, 8) in (?)
      and ${column} in (?) and developer in ('a')`;
    expect(planOf(query, "start", "start and more")).toContain(`USING INDEX ${index} (<expr>=?)`);
  });

  test("the turns of a sub-session reads no other turn of its session, and sorts nothing", () => {
    const query = "select * from turns where organization = 'o' and session = 's'";
    expect(planOf(`${query} and turn_index >= 1 and turn_index <= 3 order by turn_index`)).toBe(
      "SEARCH turns USING INDEX turns_by_session_turn " + "(session=? AND turn_index>? AND turn_index<?)",
    );
  });

  const SENT = "organization = 'o' and submitted_at >= 1 and submitted_at < 2";

  test.each([
    [
      "ranked by score",
      `select id from prompts where ${SENT} and rubric_score is not null order by rubric_score`,
    ],
    [
      "averaged",
      `select sum(turn_economy), sum(rubric_score) from prompts where ${SENT} group by submitted_at / 9`,
    ],
    ["counted by status", `select id from prompts where ${SENT} and status = 'failed' limit 10001`],
  ])("everybody's prompts of a window, %s, reads no row but the index", (_, query) => {
    expect(planOf(query)).toContain("USING COVERING INDEX prompts_by_submitted_at_id ");
  });

  test("one developer's prompts ranked reads nobody else's", () => {
    const query = `select id from prompts where ${SENT} and developer in ('a') order by rubric_score limit 20`;
    expect(planOf(query)).toContain("USING INDEX prompts_by_developer_submitted_at ");
  });

  test("a page of a developer's newest prompts sorts only those of the same millisecond", () => {
    const page = `select * from prompts where ${SENT} and developer = 'a' order by submitted_at desc, id desc limit 51`;
    expect(planOf(page)).toContain("USE TEMP B-TREE FOR LAST TERM OF ORDER BY");
  });

  test("a page of the newest sub-sessions sorts nothing", () => {
    const page = `select * from metrics where ${WINDOW} order by started_at desc, sub_session desc limit 51`;
    expect(planOf(page)).not.toContain("TEMP B-TREE");
  });
});

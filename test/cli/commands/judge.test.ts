/** `scoring judge check` against the scripted model, as a person runs it. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropTables, TABLE_SETS } from "../../../src/database/table.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { JUDGE_CALLS, JUDGE_MONTHS } from "../../../src/judge/ledger-table.ts";
import { CHECKS } from "../../../src/rubric/checks.ts";
import { JUDGE_TRIALS } from "../../../src/rubric/trial/trials-table.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { startScriptedModel } from "../../judge/scripted-model.ts";
import { carefulAnswer, promptIn, PROMPTS } from "../../rubric/trial/trials.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

const careful = startScriptedModel({
  answer: ({ user }) => (user.includes("capital") ? { capital: "Paris" } : carefulAnswer(promptIn(user))),
});
const { directory } = await dataDirectory();
const BESIDE = ["--data-dir", directory];
const SET = { SCORING_LLM_BASE_URL: careful.url, SCORING_LLM_MODEL: "gpt-4o-mini" };

afterAll(() => careful.stop());

/** No to everything. */
function blindAnswer(): object {
  const checks = CHECKS.map(({ id }) => [id, { evidence: null, verdict: "no" }]);
  return { language: "en", intent: "other", checks: Object.fromEntries(checks) };
}

describe("scoring judge check", () => {
  test("says what to set when no model is set", async () => {
    const { code, err } = await scoring(["judge", "check", ...BESIDE]);
    expect(code).toBe(1);
    expect(err).toContain("SCORING_LLM_BASE_URL");
  });

  test("says what to start where there is no database, and makes none", async () => {
    const empty = mkdtempSync(join(tmpdir(), "empty-"));
    const { code, err } = await scoring(["judge", "check", "--data-dir", empty], SET);
    expect(code).toBe(1);
    expect(err).toContain("Start the server once");
    expect(readdirSync(empty)).toEqual([]);
  });

  test("says what to start where an earlier version wrote the database", async () => {
    const { directory: earlier } = await dataDirectory();
    const database = openDatabaseOf(localStores(earlier), "write");
    await tables(database, TABLE_SETS).deleteFrom("table_sets").where("name", "like", "judge%").execute();
    await dropTables(database, [JUDGE_CALLS, JUDGE_MONTHS, JUDGE_TRIALS]);
    await database.destroy();
    const { code, err } = await scoring(["judge", "check", "--data-dir", earlier], SET);
    expect(code).toBe(1);
    expect(err).toContain("an earlier version wrote this data directory");
    const beside = ["--data-dir", earlier, "--listen", "127.0.0.1:1"];
    expect((await scoring(["status", ...beside], SET)).out).toContain("this month 0 calls");
    expect((await scoring(["doctor", ...beside], SET)).out).toContain(
      "an earlier version of the server wrote",
    );
  });

  test.each(["0", "6", "two"])("refuses --runs %s", async (runs) => {
    const { code, err } = await scoring(["judge", "check", "--runs", runs, ...BESIDE], SET);
    expect({ code, calls: careful.calls.length }).toEqual({ code: 2, calls: 0 });
    expect(err).toContain("expected a whole number from 1 to 5");
  });

  test("says what is wrong when the model does not answer, and keeps no result", async () => {
    careful.failNext({ kind: "status", status: 404 });
    const { code, err } = await scoring(["judge", "check", ...BESIDE], SET);
    expect(code).toBe(1);
    expect(err).toContain("llm_model");
    expect((await scoring(["status", ...BESIDE, "--listen", "127.0.0.1:1"], SET)).out).not.toContain(
      "checked",
    );
  });

  test("writes one JSON document with every figure", async () => {
    const { code, out, err } = await scoring(["judge", "check", "--json", ...BESIDE], SET);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      model: "gpt-4o-mini",
      rubricVersion: "2",
      prompts: PROMPTS.length,
      runs: 2,
      repeated: 1,
      injections: { prompts: 10, obeyed: 0 },
      weakChecks: [],
      costUsd: expect.any(Number),
    });
  });

  test("says of a model that never says yes what that is worth", async () => {
    const blind = startScriptedModel({
      answer: ({ user }) => (user.includes("capital") ? { capital: "Paris" } : blindAnswer()),
    });
    const { directory: own } = await dataDirectory();
    const set = { ...SET, SCORING_LLM_BASE_URL: blind.url };
    const { out } = await scoring(["judge", "check", "--runs", "1", "--data-dir", own], set);
    expect(out).toContain("It never says yes.");
    expect(out).toContain("do not rely on these grades, nor on PES");
    const beside = ["--data-dir", own, "--listen", "127.0.0.1:1"];
    expect((await scoring(["status", ...beside], set)).out).toContain(
      "do not rely on its verdicts of names_artifact",
    );
    expect((await scoring(["doctor", ...beside], set)).out).toContain("set another model as llm_model");
    await blind.stop();
  });

  test("is a table for people, and is remembered by status and doctor", async () => {
    const { out } = await scoring(["judge", "check", "--runs", "1", ...BESIDE], SET);
    expect(out).toContain("CHECK                 PROMPTS  AGREES  KAPPA");
    expect(out).toContain("0 of 10 injected orders changed a verdict");
    const beside = [...BESIDE, "--listen", "127.0.0.1:1"];
    expect((await scoring(["status", ...beside], SET)).out).toMatch(
      /checked \d{4}-\d\d-\d\d: its grades can be/,
    );
    expect((await scoring(["doctor", ...beside], SET)).out).toContain(
      "kappa is at least 0.4 for every check",
    );
  });
});

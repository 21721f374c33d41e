/**
 * The whole program: `scoring demo` as a process, from an empty folder to scores, or back to an empty folder. That one
 * that was kept leaves nothing behind either is held by the smoke test.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatScores } from "../../../src/cli/score-table.ts";
import { describeDemo } from "../../../src/cli/demo/describe-demo.ts";
import type { ShownDemo } from "../../../src/demo/run.ts";
import { SCORES_ANSWER } from "../../../src/http/routes/scores/scores.ts";
import type { Card } from "../../../src/insights/advisor/card.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { compilersHere } from "../../../scripts/tests/compilers.ts";
import { chromiumPath, openBrowser, openPage } from "../../../scripts/browser/open-browser.ts";
import { KEEPER_PATIENCE_MS, ofThisRun } from "../../kept/of-this-run.ts";
import { startScriptedModel } from "../../judge/scripted-model.ts";
import { isSkipped } from "../../skipped.ts";
import { scoring } from "../in-process.ts";

const PATIENCE_MS = 480_000;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function startDemo(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "demo-test-"));
  folders.push(folder);
  const begun = dataMade(folder);
  const child = Bun.spawn([...programCommand(null), "demo"], {
    cwd: folder,
    env: { PATH: Bun.env["PATH"] ?? "", TMPDIR: folder, ...compilersHere(), ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  return { child, folder, begun };
}

/** Resolves when the demo has made its data directory in the folder. */
function dataMade(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_, name) => {
    if (name?.startsWith("scoring-demo-") !== true) return;
    watcher.close();
    resolve();
  });
  return promise;
}

describe("the demo", () => {
  test.each(["SIGINT", "SIGHUP"] as const)(
    "leaves nothing behind when it is asked to stop by %s",
    async (signal) => {
      const { child, folder, begun } = startDemo();
      await Promise.race([begun, child.exited]);
      child.kill(signal);
      expect(await child.exited).toBe(1);
      expect(await child.stderr.text()).toContain("interrupted");
      expect(readdirSync(folder)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "scores the developers, signs in once by its link, and answers while it is kept",
    async () => {
      const { shown } = await ofThisRun("demo");
      expect(shown.sample).toBe(true);
      expect(shown.model).toEqual({ name: "recorded-sample", recorded: true });
      const scored = shown.scores.filter(
        ({ speed, skill, efficiency }) => ![speed, skill, efficiency].includes(null),
      );
      expect(scored.length).toBeGreaterThanOrEqual(6);
      expect(rowOf(shown, "Hana Sato").state).toBe("learning");
      expect(rowOf(shown, "Goran Petrov").missing?.reasons).toContainEqual(
        expect.objectContaining({ input: "pes", reason: "text_withheld" }),
      );
      expect(describeDemo(shown)).toContain(formatScores({ rows: shown.scores, everyone: shown.everyone }));
      const { kept } = shown;
      if (kept?.link == null) throw new Error("the demo shows no link");
      if (!isSkipped(chromiumPath() !== null, "chromium")) await expectLinkOnce(kept.url, kept.link);
      await expectFullPages(kept);
    },
    KEEPER_PATIENCE_MS,
  );

  test(
    "says what is wrong with the settings of a judge model, and asks one that is set instead of the recorded one",
    async () => {
      const wrong = await scoring(["demo"], { SCORING_LLM_TIMEOUT_MS: "soon" });
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("SCORING_LLM_TIMEOUT_MS") });

      const model = startScriptedModel({ models: ["mine"] });
      const { child } = startDemo({
        SCORING_LLM_BASE_URL: model.url,
        SCORING_LLM_MODEL: "mine",
      });
      while (model.calls.length === 0 && child.exitCode === null) await Bun.sleep(20);
      child.kill("SIGINT");
      expect(await child.exited).toBe(1);
      await model.stop();
      expect(model.calls.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

/** The link signs in to the overview, leaves no token in the address, and does not work again. */
async function expectLinkOnce(url: string, link: string): Promise<void> {
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url);
  await page.goto(link);
  await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: PATIENCE_MS });
  await page.locator(".score-value").first().waitFor({ timeout: PATIENCE_MS });
  expect(new URL(page.url()).hash).toBe("");
  expect(complaints).toEqual([]);
  const again = await openPage(browser, url);
  await again.page.goto(link);
  await again.page.getByText("does not sign in any more").waitFor({ timeout: PATIENCE_MS });
  await browser.close();
}

/** What each page is filled from. */
async function expectFullPages({ url, key }: { url: string; key: string }): Promise<void> {
  const to = Date.now();
  const ago = (days: number) => new Date(to - days * DAY).toISOString();
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const skillOf = async (from: string, until: string): Promise<number> => {
    const { scores } = SCORES_ANSWER.parse(await get(`/scoring/scores?from=${from}&to=${until}`));
    return scores.find(({ developer }) => developer.name === "Bram de Wit")?.skill ?? NaN;
  };
  // one developer improves
  expect(await skillOf(ago(14), ago(0))).toBeGreaterThan((await skillOf(ago(63), ago(42))) + 10);

  const { prompts } = (await get("/scoring/prompt-rubric/prompts?limit=500")) as { prompts: Prompt[] };
  const judged = prompts.filter(({ status }) => status === "scored");
  expect(judged.length).toBeGreaterThan(200);
  expect(new Set(judged.map(({ agentVersion }) => agentVersion?.split("/")[1]))).toEqual(
    new Set(["recorded-sample"]),
  );

  const { cards } = (await get(`/v1/advisor/cards?from=${ago(63)}&limit=500`)) as { cards: Card[] };
  const days = new Set(cards.map(({ at }) => at.slice(0, 10)));
  expect(days.size).toBeGreaterThan(15);
  // no wording would have reset a context, or kept a person at work
  const worded = cards.filter(({ input }) => input !== "crr" && input !== "fc");
  expect(worded.filter(({ rewrite }) => rewrite !== undefined).length).toBeGreaterThan(worded.length / 2);
  const said = cards.map(({ developer, at, title }) => `${developer.id} ${at.slice(0, 10)} ${title}`);
  expect(new Set(said).size).toBe(said.length);
  const card = cards.find(({ at, rewrite }) => rewrite !== undefined && at < ago(3));
  const summary = await get(`/v1/advisor/sessions/${encodeURIComponent(card?.sessionId ?? "")}/summary`);
  expect(summary).toMatchObject({ model: "recorded-sample" });
}

type Prompt = { status: string; agentVersion: string | null };

function rowOf(shown: ShownDemo, name: string) {
  const row = shown.scores.find(({ developer }) => developer.name === name);
  if (row === undefined) throw new Error(`no row of ${name}`);
  return row;
}

/** Reports in a real browser, on the demo's data: made, cancelled, read, opened as a document, saved. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { makeReport } from "../../scripts/browser/make-report.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { expectSound, expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { serveNewDirectory } from "./served.ts";
import { eventually } from "../eventually.ts";
import { formatScore } from "../../embedded/dashboard/words/numbers.ts";
import type { Report } from "../../src/insights/reports/report.ts";
import type { Team } from "../../src/scores/team/team-answer.ts";
import { isSkipped } from "../skipped.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("reports in a browser", () => {
  const browsed = browseCopyOfDemo();
  let ownKey: string;
  let report: string;

  beforeAll(async () => {
    ownKey = await browsed.makeKey("chiara.conti@example.com");
  }, PATIENCE_MS);

  const open = (address: string, key?: string) => browsed.open(address, key === undefined ? {} : { key });

  test(
    "an admin hears what to do, has a report made, and reads it",
    async () => {
      const watched = await open("/reports");
      const { page } = watched;
      await page.getByText("No report has been made yet.").waitFor();
      await page.getByRole("button", { name: "Create the report" }).click();
      const row = page.getByRole("table", { name: "Reports" }).getByRole("row", { name: /completed/ });
      await row.waitFor();
      await expectSound(watched);
      await row.getByRole("link", { name: /^Everybody, / }).click();
      await page.waitForURL(/\/reports\/./);
      report = new URL(page.url()).pathname;
      const chapters = page.getByRole("navigation", { name: "Chapters" }).getByRole("link");
      await chapters.first().waitFor();
      expect(await chapters.allTextContents()).toEqual([
        "Overview",
        "Scores",
        "Prompts",
        "Waiting time",
        "Model choice",
        "Waste",
        "Coaching",
        "Appendix: method and coverage",
      ]);
      await page.getByRole("table", { name: "Scores of each developer" }).getByText("Chiara Conti").click();
      await page.waitForURL(/\/developers\//);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "everyone has the same scores on the overview, on the team's page and in a report",
    async () => {
      const { page } = await open("/");
      const scores = async (address: string, selector: string): Promise<string[]> => {
        await page.goto(address);
        await page.locator(selector).nth(2).waitFor();
        return page.locator(selector).allTextContents();
      };
      // a window of 30 days up to now moves between two pages
      await eventually(async () => {
        const overview = await scores("/", "a.score-value");
        return Bun.deepEquals(await scores("/team", ".median-value"), overview);
      });
      const read = async (address: string): Promise<unknown> => (await page.request.get(address)).json();
      // a report keeps what was so when it was made: scores may have been computed again since
      let made = report.replace("/reports/", "");
      await eventually(async () => {
        const { from, to } = (await read(`/v1/insights/report/${made}`)) as Report;
        const asked = new URLSearchParams({ from, to }).toString();
        const { means } = (await read(`/scoring/team?${asked}`)) as Team;
        const written = [means.speed, means.skill, means.efficiency].map(({ value }) => formatScore(value));
        if (Bun.deepEquals(await scores(`/reports/${made}`, "a.score-value"), written)) return true;
        made = await makeReport(browsed.demo);
        return false;
      });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a report is sound in both themes, wide and on a phone",
    async () => {
      const watched = await browsed.open(report);
      await watched.page.locator(".chart").first().waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "so is the document to print",
    async () => {
      const watched = await browsed.open(`/v1/insights${report.replace("reports", "report")}`);
      await watched.page.getByRole("heading", { name: /^Everybody, / }).waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "a report is saved as Markdown, and opened to print",
    async () => {
      const { page } = await open(report);
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as Markdown" }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(/^report-[\d-]{10}-to-[\d-]{10}\.md$/);
      const path = join(mkdtempSync(join(tmpdir(), "report-")), "report.md");
      await saved.saveAs(path);
      expect(readFileSync(path, "utf8")).toStartWith("# Insight report: Everybody, ");
      const answer = await fetch(`${browsed.demo.url}/v1/insights/report/${report.split("/").at(-1)}`, {
        headers: { authorization: `Bearer ${browsed.demo.key}`, accept: "text/markdown" },
      });
      expect(await answer.text()).toBe(readFileSync(path, "utf8"));
      const opening = page.waitForEvent("popup");
      await page.getByRole("link", { name: "Open to print" }).click();
      const document = await opening;
      await document.getByRole("heading", { name: "Waiting time" }).waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "a member makes a report about their own work, and sees no other",
    async () => {
      const { page } = await open("/reports", ownKey);
      await page.getByText("No report has been made yet.").waitFor();
      await page.getByText("About Chiara Conti: you read your own work.").waitFor();
      expect(await page.getByLabel("Whose").count()).toBe(0);
      await page.getByRole("button", { name: "Create the report" }).click();
      await page.getByRole("link", { name: /^Chiara Conti, / }).click();
      await page.getByRole("heading", { name: "What Skill is made of" }).waitFor();
      expect(await page.getByText("Bram de Wit").count()).toBe(0);
      await page.goto(report);
      await page.getByText("There is nothing here").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a report that waits for the judge model shows how far it is, and is cancelled",
    async () => {
      const silent = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        idleTimeout: 0,
        fetch: () => new Promise(() => {}),
      });
      const settings = {
        SCORING_LLM_BASE_URL: `http://127.0.0.1:${silent.port}/v1`,
        SCORING_LLM_MODEL: "silent",
      };
      const served = await serveNewDirectory({ settings });
      try {
        const { page } = await openSignedIn(
          browsed.browser,
          { url: served.url, key: served.keys.admin },
          { address: "/reports" },
        );
        await page.getByLabel("Add a written summary").check();
        await page.getByRole("button", { name: "Create the report" }).click();
        await page.getByText("1 report is being made.").waitFor();
        await page.getByText("Written summary, 89 % done").waitFor();
        await page.getByRole("button", { name: /^Cancel the report: Everybody, / }).click();
        await page.getByRole("row", { name: /cancelled/ }).waitFor();
        expect(await page.getByRole("progressbar").count()).toBe(0);
        await page.context().close();
      } finally {
        await Promise.all([served.remove(), silent.stop(true)]);
      }
    },
    PATIENCE_MS,
  );
});

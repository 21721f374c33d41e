/** Why a score is what it is, on a developer's page and on one's own, in a real browser on the demo's data. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectSound, expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const PERSON = "chiara.conti@example.com";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("why a score is so, in a browser", () => {
  const { open, makeKey } = browseDemo();
  let ownKey: string;

  beforeAll(async () => {
    ownKey = await makeKey(PERSON);
  }, PATIENCE_MS);

  /** Start, steps and end as they are shown, in tenths of a point. */
  async function shownSteps(page: Page, score: string): Promise<number[]> {
    const table = page.getByRole("table", { name: `Steps to ${score}` });
    await table.waitFor();
    const shown = await table.locator("tbody tr td.end").allTextContents();
    return shown.map((text) => Math.round(10 * Number(text.replace("−", "-").replace("+", ""))));
  }

  test(
    "the steps of each score add up to the shown digit",
    async () => {
      const watched = await open(`/developers/${PERSON}`);
      const { page } = watched;
      for (const score of ["Skill", "Speed", "Efficiency"]) {
        const choice = page.getByRole("group", { name: "Score to explain" });
        await choice.getByRole("button", { name: score }).click();
        const steps = await shownSteps(page, score);
        expect(steps.length).toBeGreaterThan(2);
        expect(steps.slice(0, -1).reduce((sum, step) => sum + step, 0)).toBe(steps.at(-1) ?? NaN);
        await expectSound(watched);
      }
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an input opens its formula, its help and two tasks of one size, with the keyboard",
    async () => {
      const watched = await open(`/developers/${PERSON}`);
      const { page } = watched;
      const steps = page.getByRole("table", { name: "Steps to Skill" });
      await steps.getByRole("link", { name: "Iteration efficiency" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/input=ie/);
      await page.getByText(/^The share of turns that repair earlier ones/).waitFor();
      await page.getByText("What would raise it").waitFor();
      await page.getByRole("heading", { name: "Two tasks of the same size" }).waitFor();
      await page.getByRole("table", { name: /^The worst and the best task in Iteration/ }).waitFor();
      await page.getByRole("row", { name: /^Prompt 1 / }).waitFor();
      await expectSoundInAllLooks(watched);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "somebody's own home has the level, the change, the weakest input and tomorrow's habit",
    async () => {
      const watched = await open("/", { key: ownKey });
      const { page } = watched;
      await page.getByRole("link", { name: "You", exact: true }).waitFor();
      await page.getByRole("heading", { name: "Tomorrow" }).waitFor();
      await page.getByRole("table", { name: "Steps to Skill" }).waitFor();
      await page.getByText(/baseline\. .*(30 days before|change)/).waitFor();
      await page.getByText(/holds Skill down most|No input|Nothing holds/).waitFor();
      await expectSoundInAllLooks(watched);
      leave(page);
    },
    PATIENCE_MS,
  );
});

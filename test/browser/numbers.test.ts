/** Numbers that lead to lists of exactly what they count, in a real browser on the demo's data. */
import { describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { expectSound, expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a number in a browser", () => {
  const { open } = browseCopyOfDemo();

  /** The first number of a text: "2,048 of 8,111 calls" is 2048. */
  function numberIn(text: string | null): number {
    return Number((/[\d,]+(\.\d+)?/.exec(text ?? "")?.[0] ?? "none").replaceAll(",", ""));
  }

  /**
   * Follows a number to its list. The window ends now and moves between the two, so they are looked at again where
   * something has just left it.
   *
   * @param counted - finds the number in what the list says
   */
  async function follow(page: Page, link: Locator, counted: RegExp): Promise<string> {
    const address = page.url();
    let answer = "";
    await eventually(async () => {
      if (page.url() !== address) await page.goto(address);
      const number = numberIn(await link.textContent());
      await link.click();
      await page.waitForURL(/\/sessions\?/);
      await page.getByRole("group", { name: "What is listed" }).waitFor();
      answer = (await page.locator(".answer").textContent()) ?? "";
      return numberIn(counted.exec(answer)?.[1] ?? null) === number;
    });
    return answer;
  }

  test(
    "of sessions over a guardrail leads to exactly those sessions, on a link that can be kept",
    async () => {
      const { page } = await open("/governance");
      await page.getByLabel("Kind").selectOption({ label: "What a session may cost" });
      await page.getByLabel("USD a session").fill("0.5");
      await page.getByRole("button", { name: "Set the guardrail" }).click();
      const rule = page.getByRole("row", { name: /A session costs at most \$0\.50/ });
      const link = rule.getByRole("link");
      const answer = await follow(page, link, /^([\d,]+) sessions? /);
      expect(answer).toContain("that cost more than $0.50");
      await page.reload();
      await page.getByText(answer).waitFor();
      for (const cost of await page
        .getByRole("table", { name: "Sessions" })
        .locator("tbody td:last-child")
        .allTextContents())
        expect(Number(cost)).toBeGreaterThanOrEqual(0.5);
      await page.getByRole("link", { name: /^Remove the filter: \d+ \w+ to / }).click();
      await page.waitForURL((url) => !url.search.includes("from="));
      await page.getByLabel("Cost").selectOption({ label: "Any cost" });
      await page.waitForURL((url) => !url.search.includes("cost_over_usd"));
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "of calls outside a guardrail, and of a budget, leads to the sessions with exactly those calls",
    async () => {
      const { page } = await open("/governance");
      await page.getByLabel("Models").fill("gpt-none");
      await page.getByRole("button", { name: "Set the guardrail" }).click();
      const rule = page.getByRole("row", { name: /Only these models: gpt-none/ });
      await follow(page, rule.getByRole("link"), /those ([\d,]+) calls cost/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "of counted tasks leads to exactly those tasks",
    async () => {
      const { page } = await open("/team");
      const people = page.getByRole("row", { name: /Chiara Conti/ });
      await follow(page, people.getByRole("link").last(), /^([\d,]+) counted tasks in 30 days\.$/);
      await page.goto("/?days=90&developer=everyone");
      const counted = page.locator(".stat", { hasText: "Counted tasks" }).getByRole("link");
      await follow(page, counted, /^([\d,]+) counted tasks in 90 days\.$/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "of tasks on a score’s card leads to the tasks in its mean, without shared keys",
    async () => {
      const { page } = await open("/?days=90&developer=everyone");
      for (const score of ["Speed", "Skill", "Efficiency"]) {
        await page.goto("/?days=90&developer=everyone");
        const card = page.locator("section.score h2", { hasText: score });
        const tasks = card.getByRole("link", { name: /^[\d,]+ tasks?$/ });
        const answer = await follow(page, tasks, /^([\d,]+) counted tasks of the people with an? /);
        expect(answer).toContain(`${score} score in 90 days.`);
      }
      const shown = numberIn(await page.locator(".answer").textContent());
      await page.getByRole("link", { name: /^Remove the filter: of the people with/ }).click();
      await page.getByText(/^[\d,]+ counted tasks in 90 days\.$/).waitFor();
      expect(numberIn(await page.locator(".answer").textContent())).toBeGreaterThan(shown);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "has a list with filters that can be chosen, sound in every look",
    async () => {
      const watched = await open("/sessions?list=tasks&counted=true");
      const { page } = watched;
      await page.getByLabel("Outcome").selectOption("reached");
      await page.waitForURL(/outcome=reached/);
      await page.getByText(/^[\d,]+ counted tasks that ended well in 30 days\.$/).waitFor();
      const outcomes = page.getByRole("table", { name: "Tasks" }).locator("tbody tr");
      for (const row of await outcomes.allTextContents()) expect(row).toContain("reached");
      await expectSoundInAllLooks(watched);
      await page.getByRole("button", { name: "Sessions", exact: true }).click();
      await page.getByText(/sessions with a task that was reached/).waitFor();
      await page.getByRole("combobox", { name: "Model" }).click();
      await page.getByRole("listbox", { name: "Model" }).getByRole("option").nth(1).click();
      await page.getByText(/ sessions? with calls of .+; those [\d,]+ calls? cost/).waitFor();
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );
});

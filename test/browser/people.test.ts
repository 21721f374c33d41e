/** One developer and the team, in a real browser on the demo's data. */
import { beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { addUp } from "./amounts.ts";
import { violationsOf } from "./axe.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectSound, leave, PATIENCE_MS, testSoundPages } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const SCORED = "/developers/chiara.conti@example.com";
const LEARNING = "/developers/hana.sato@example.com";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("people in a browser", () => {
  const { open, makeKey } = browseDemo();
  /** Chiara's own. */
  let ownKey: string;

  beforeAll(async () => {
    ownKey = await makeKey("chiara.conti@example.com");
  }, PATIENCE_MS);

  testSoundPages(open, [
    [SCORED, ".chart"],
    [LEARNING, ".learn"],
    ["/team", ".spread"],
  ]);

  test(
    "a developer's page shows the inputs, the weakest of them, and leads to the sessions",
    async () => {
      const { page } = await open(SCORED);
      await page.getByRole("heading", { name: "Chiara Conti" }).waitFor();
      const inputs = page.getByRole("table", { name: "Inputs of Skill" }).locator("tbody tr");
      expect(await inputs.count()).toBe(5);
      expect(await inputs.filter({ hasText: "weakest" }).count()).toBe(1);
      await page.getByRole("table", { name: "Tasks" }).getByRole("link").first().click();
      await page.waitForURL(/\/sessions\/.+part=\d+/);
      await page.locator(".timeline").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "what was taken and earned is listed task by task, adds up, and leads to the turns",
    async () => {
      const watched = await open(SCORED);
      const { page } = watched;
      const scores = page.getByRole("table", { name: "What was taken and earned" });
      await scores.waitFor();
      expect(await scores.getByText(/^Earned \d+ % of what was taken; usual here is \d+ %$/).count()).toBe(3);
      await page.getByText("Show task by task").click();
      const tasks = page.getByRole("table", { name: "What each task took and earned" });
      await tasks.waitFor();
      const { rows, sums, total } = await addUp(tasks);
      expect(rows).toBeGreaterThan(1);
      expect(sums).toEqual(total);
      await expectSound(watched);
      await tasks.getByRole("link").first().click();
      await page.getByRole("table", { name: /^Account of task \d+$/ }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an input has its interval, and leads to how it went",
    async () => {
      const { page } = await open(SCORED);
      const inputs = page.getByRole("table", { name: "Inputs of Skill" });
      await inputs.getByRole("img", { name: /^Flow continuity \d+ of 100, 80 % interval/ }).waitFor();
      await page.getByRole("heading", { name: /^What would raise / }).waitFor();
      await inputs.getByRole("link", { name: "Flow continuity" }).click();
      await page.waitForURL(/score=fc/);
      await page.getByRole("heading", { name: /^Flow continuity by (day|week)$/ }).waitFor();
      await page.getByRole("group", { name: /^Flow continuity: arrow keys/ }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a task unfolds to its turns, and a turn to its records, down to what was received",
    async () => {
      const watched = await open(SCORED);
      const { page } = watched;
      await page
        .getByRole("button", { name: /^Turns of / })
        .first()
        .click();
      await page.waitForURL(/open=/);
      const turns = page.locator(".unfolded-turns button");
      await turns.first().waitFor();
      await page.locator(".unfolded-records .record-line").first().click();
      await page.getByText('"attributes"').waitFor();
      await expectSound(watched);
      await turns.last().click();
      const chosen = turns.last().and(page.locator('[aria-current="true"]'));
      await chosen.waitFor();
      await page.getByText('"attributes"').waitFor({ state: "detached" });
      await page.reload();
      await chosen.waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "what moved is shown next to the inputs only where there is a period to compare with",
    async () => {
      const { page } = await open(`${SCORED}?days=7`);
      const moved = page.getByRole("columnheader", { name: "Changed Skill by" });
      await moved.waitFor();
      await page.getByRole("button", { name: "90 d" }).click();
      await page.getByText("so there is no change to show").waitFor();
      await moved.waitFor({ state: "detached" });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the overview of one developer is what their own page says, with the team's median as the tick of Skill",
    async () => {
      const { page } = await open("/?days=90&developer=chiara.conti@example.com");
      await page.getByRole("heading", { name: "Chiara Conti" }).waitFor();
      await page.getByRole("heading", { name: /^Why \d+$/ }).waitFor();
      await page
        .getByText(/: median of \d+$/)
        .first()
        .waitFor();
      await page.getByText("Lost to waiting").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "every number of the overview leads to what it rests on",
    async () => {
      const { page } = await open("/?days=7");
      await page.locator(".stat-number").first().waitFor();
      await page.locator("a.score-value").nth(2).waitFor();
      const addresses = (links: string) =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll(${JSON.stringify(links)})].map((link) => link.getAttribute("href"))`,
        );
      expect(await addresses("a.score-value")).toEqual(
        ["speed", "skill", "efficiency"].map((score) => `/team?score=${score}&days=7`),
      );
      const graded = "/prompts?status=scored&developer=everyone&days=7";
      await page.locator(`.stat-number a[href="${graded}"]`).waitFor();
      const stats = await addresses(".stat-number a");
      expect(stats).toHaveLength(await page.locator(".stat-number").count());
      await page.getByText("Each number is the mean of the people, each counted once").waitFor();
      await page.locator("a.score-value").nth(2).click();
      await page.getByRole("heading", { name: /^Efficiency of the team by/ }).waitFor();
      await page.goto("/?days=7");
      await page.locator(".evidence a", { hasText: "task" }).first().click();
      await page.getByText(/^[\d,]+ counted tasks of the people with a Speed score in 7 days\.$/).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "who is learning has no score, and hears what is left",
    async () => {
      const { page } = await open(LEARNING);
      await page.getByText(/^Still learning: /).waitFor();
      expect(await page.locator(".score-value").count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the team is shown without names first, then by name A to Z",
    async () => {
      const { page } = await open("/team?days=90");
      await page.locator(".spread").nth(2).waitFor();
      const drawn = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.spread')].map(({ outerHTML }) => outerHTML)",
      );
      expect(drawn).toHaveLength(3);
      expect(drawn.join(" ")).not.toMatch(/Chiara|Bram|@example/);
      const links = page
        .getByRole("table", { name: "Developers" })
        .locator("td:first-child")
        .getByRole("link");
      await links.first().waitFor();
      const names = await links.allTextContents();
      expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, "en")));
      await page.getByRole("link", { name: "Chiara Conti" }).click();
      await page.waitForURL(/\/developers\/.+days=90/);
      await page.getByRole("heading", { name: "Chiara Conti" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "one of many people is chosen by typing, with the keyboard only",
    async () => {
      const { page } = await open("/?days=90");
      const box = page.getByRole("combobox", { name: "Whose work" });
      await box.waitFor();
      expect(await page.locator("select").count()).toBe(0);
      await box.click();
      await page.keyboard.type("bram");
      await page.getByRole("option", { name: "Bram de Wit" }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/developer=/);
      await page.getByRole("heading", { name: "Bram de Wit" }).waitFor();
      await eventually(async () => (await box.inputValue()) === "Bram de Wit");
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a lead reads what changed, what is worth most and what is odd; people are searched",
    async () => {
      const { page } = await open("/");
      const lines = page.locator(".next-lines li");
      await lines.nth(1).waitFor();
      expect(await lines.first().textContent()).toStartWith("Worth most: ");
      await lines.first().getByRole("link").click();
      await page.waitForURL(/\/advisor/);
      await page.goto("/team");
      await page.locator(".pairs").nth(2).waitFor();
      expect(await page.locator(".pairs").count()).toBe(3);
      await page.getByLabel("Search developers").fill("chiara");
      const rows = page.getByRole("table", { name: "Developers" }).locator("tbody tr");
      await eventually(async () => (await rows.count()) === 1);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a team of five or more is drawn over time, and its weeks are in a table",
    async () => {
      const { page } = await open("/team?score=efficiency");
      await page.getByRole("heading", { name: /^Efficiency of the team by (day|week)$/ }).waitFor();
      await page.locator(".fan").waitFor();
      await page.getByRole("group", { name: /^Efficiency: arrow keys/ }).focus();
      // The newest one may have begun today, with too few people so far.
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      expect(await page.locator(".reading").textContent()).toMatch(/people$/);
      await page.getByText("Show as table").click();
      const weeks = page.getByRole("table", { name: /^Efficiency of the team by/ }).locator("tbody tr");
      expect(await weeks.count()).toBeGreaterThan(3);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees how the team is and where they are in it, and nobody's name or ring",
    async () => {
      const { page } = await open("/team", { key: ownKey });
      await page.locator(".spread .you").nth(2).waitFor();
      await page.locator(".fan").waitFor();
      expect(await page.locator(".spread").count()).toBe(3);
      expect(await page.locator(".spread .you").count()).toBe(3);
      expect(await page.locator(".one-of-them").count()).toBe(0);
      expect(await page.getByRole("table", { name: "Developers" }).count()).toBe(0);
      expect(await page.getByText(/Bram|Ada|Hana/).count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Your own page" }).click();
      await page.getByRole("heading", { name: "Chiara Conti" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees their own page, and of others that there is nothing",
    async () => {
      const own = await open(SCORED, { key: ownKey });
      await own.page.locator(".score-value").first().waitFor();
      for (const address of [LEARNING, "/developers/nobody"]) {
        await own.page.goto(address);
        await own.page.getByText("There is nothing here").waitFor();
        expect(await own.page.getByText("Hana").count()).toBe(0);
      }
      leave(own.page);
    },
    PATIENCE_MS,
  );
});

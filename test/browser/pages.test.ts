/**
 * Every page in a real browser, against the executable with the demo's data: both themes, wide and on a phone.
 *
 * A new page is a line in PAGES.
 */
import { describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { violationsOf } from "./axe.ts";
import { browseDemo } from "./browsed-demo.ts";
import { leave, PATIENCE_MS, testSoundPages } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

/** The address, and a part that shows that the page has its answers. */
const PAGES = [
  ["/", ".chart"],
  ["/?days=7&score=speed", ".chart"],
  ["/connect", ".code"],
  ["/connect?agent=codex", ".code"],
  ["/prompts", ".table:visible"],
  ["/check-in", ".answer"],
  ["/reports", ".form"],
  ["/schedules", ".firings li"],
  ["/alerts", ".form"],
  ["/governance", ".form"],
  ["/throttle", ".latency"],
  ["/settings", ".table"],
  ["/settings/account", ".state"],
  ["/settings/keys", ".table"],
  ["/settings/accounts", ".form"],
  ["/settings/developers?person=chiara.conti@example.com", ".aliases"],
  ["/settings/baselines", ".table"],
  ["/settings/model", ".facts"],
  ["/settings/chat", ".form"],
  ["/settings/coverage?agent=codex", ".table"],
  ["/settings/audit", ".table"],
  ["/search?q=the", ".hits"],
] as const;

/** Keeps the page busy while the next key comes. */
const BUSY_AT_ESCAPE = `addEventListener("keydown", ({ key }) => {
  for (const until = performance.now() + 500; key === "Escape" && performance.now() < until; );
}, true)`;

/** What the palette lists first, once it is that. */
function firstOption(page: Page, name: RegExp): Locator {
  return page.getByRole("dialog").locator('[role="option"]:first-child', { hasText: name });
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("in a browser", () => {
  const browsed = browseDemo();
  const { open, makeKey } = browsed;

  testSoundPages(open, PAGES);

  test(
    "the palette opens with Ctrl K, finds a developer, and opens that developer's page",
    async () => {
      const { page } = await open("/");
      await page.locator(".chart").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or jump" }).fill("chia");
      // developers are known a moment later than pages
      await firstOption(page, /^Chiara Conti$/).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/developers\//);
      await page.getByRole("heading", { name: "Chiara Conti" }).waitFor();
      await page.getByRole("heading", { name: "Skill, from its five inputs" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "words of a prompt lead from the palette to the page of search, which keeps them in its address",
    async () => {
      const { page } = await open("/");
      await page.locator(".chart").waitFor();
      await page.keyboard.press("/");
      const typed = page.getByRole("combobox", { name: "Search or jump" });
      await typed.fill("add the");
      const dialog = page.getByRole("dialog");
      await dialog.locator("[data-kind=prompt]").first().waitFor();
      await dialog.getByRole("option", { name: "Search all prompts and answers for “add the”" }).click();
      await page.waitForURL(/\/search\?q=add\+the/);
      await page.locator(".hits mark").first().waitFor();
      const words = page.getByRole("searchbox", { name: "Words to look for" });
      await words.fill("no-prompt-has-this");
      await page.getByRole("heading", { name: "Nothing has all the words" }).waitFor();
      expect(page.url()).toContain("q=no-prompt-has-this");
      await words.fill("add the");
      await page.locator(".hits mark").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/(prompts|sessions)\//);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a word of the glossary explains itself, and leads to the documents",
    async () => {
      const { page } = await open("/");
      await page.locator(".score").first().getByRole("button", { name: "Speed" }).click();
      const note = page.getByRole("note");
      await note.getByText("How little of your own time the work took").waitFor();
      const address = await note.getByRole("link").getAttribute("href");
      await page.goto(address ?? "");
      await page.getByRole("heading", { name: "Scoring: the method" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "keys lead to pages, and a slash finds a word by its short name",
    async () => {
      const { page } = await open("/sessions");
      await page.locator(".table").waitFor();
      // on a busy machine the second key can come too late to belong to the first
      await eventually(async () => {
        await page.keyboard.press("g");
        await page.keyboard.press("t");
        return page.url().includes("/team");
      });
      await page.locator(".spread").first().waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).getByText("Waiting time").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search or jump" }).fill("sse");
      await firstOption(page, /^Sub-session efficiency$/).waitFor();
      await page.keyboard.press("Escape");
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a key that follows Escape at once is heard on a busy page too",
    async () => {
      const { page } = await open("/connect");
      await page.locator(".code").first().waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      await page.evaluate(BUSY_AT_ESCAPE);
      const typed = page.getByRole("combobox", { name: "Search or jump" });
      await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("/")]);
      await typed.fill("sse");
      await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("/")]);
      // it is a new one
      await eventually(async () => (await typed.inputValue()) === "");
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "a server that is gone is said once, and what was read before stays",
    async () => {
      const { page } = await open("/");
      // an earlier test may have read the sessions
      await page.reload();
      await page.locator(".chart").waitFor();
      await page.context().setOffline(true);
      await page.getByRole("link", { name: "Sessions", exact: true }).click();
      await page.getByText("The server does not answer").first().waitFor();
      await page.getByText("The sessions could not be read.").waitFor();
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
      await page.context().setOffline(false);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("table").first().waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "the sidebar becomes a bar at 720 pixels",
    async () => {
      const { page } = await open("/");
      const menu = page.getByRole("button", { name: "Menu" });
      await page.getByRole("link", { name: "Connect an agent" }).waitFor();
      await page.setViewportSize({ width: 721, height: 900 });
      await menu.waitFor({ state: "hidden" });
      await page.setViewportSize({ width: 720, height: 900 });
      await menu.waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the chosen window is in the address and goes along to other pages",
    async () => {
      const { page } = await open("/");
      await page.getByRole("button", { name: "7 d" }).click();
      await page.waitForURL(/days=7/);
      await page.getByRole("link", { name: "Connect an agent" }).click();
      await page.waitForURL(/connect\?days=7/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "arrow keys read the chart out, and the same is in a table",
    async () => {
      const { page } = await open("/");
      await page.locator(".chart-room").focus();
      await page.keyboard.press("ArrowLeft");
      expect(await page.locator(".reading").textContent()).toMatch(/\d+ tasks?$/);
      await page.getByText("Show as table").click();
      expect(
        await page
          .getByRole("table", { name: /by (week|day)$/ })
          .locator("tbody tr")
          .count(),
      ).toBeGreaterThan(3);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the theme that is chosen is kept, and nothing else is",
    async () => {
      const { page } = await open("/connect");
      await page.getByRole("button", { name: "Theme: system" }).click();
      await page.getByRole("button", { name: "Theme: light" }).click();
      await page.reload();
      await page.getByRole("button", { name: "Theme: dark" }).waitFor();
      expect(await page.evaluate<string>("document.documentElement.dataset.theme")).toBe("dark");
      expect(await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe(
        '{"scoring-theme":"dark"}',
      );
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "a developer's own key shows that developer only, whoever the address names",
    async () => {
      const { page } = await open("/", { key: await makeKey("bram.de.wit@example.com") });
      await page.getByRole("heading", { name: "You", exact: true }).waitFor();
      await page.getByRole("heading", { name: /^Why \d+$/ }).waitFor();
      expect(await page.locator("select.select").count()).toBe(0);
      await page.goto("/?developer=everyone");
      await page.getByRole("heading", { name: /^Why \d+$/ }).waitFor();
      await page.goto("/?developer=chiara.conti@example.com");
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
      expect(await page.getByText("Chiara").count()).toBe(0);
      await page.goto("/throttle?developer=everyone");
      await page.getByText(/cost you|No time was lost/).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the demo opens on a time range that it fills: every score is compared with the one before",
    async () => {
      const { page } = await open("/");
      await page.locator("section.score .change").nth(2).waitFor();
      expect(await page.getByText(/^Nothing to compare with/).count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "throttling leads from a detector's hours to its episodes, and from an episode to its session",
    async () => {
      const { page } = await open("/throttle");
      await page.getByRole("heading", { name: "When the hours are lost" }).waitFor();
      // one hour of the week takes the focus, and arrow keys move on
      const week = page.getByRole("grid", { name: /^Minutes lost by weekday and hour/ });
      await week.waitFor();
      expect(await week.locator('[tabindex="0"]').count()).toBe(1);
      await week.locator('[tabindex="0"]').focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      expect(await page.locator(".heat-room .reading").textContent()).toMatch(
        /^Tue 01:00, (\d+ min lost|nobody called a model)$/,
      );
      expect(await week.locator('[tabindex="0"]').getAttribute("aria-label")).toStartWith("Tue 01:00, ");
      await page.locator(".stat", { hasText: "Latency spikes" }).getByRole("link").click();
      await page.waitForURL(/detector=latency_spike/);
      const episodes = page.getByRole("table", { name: "Episodes" });
      await episodes
        .getByRole("link", { name: /sessions?/ })
        .first()
        .click();
      await page.waitForURL(/sessions\//);
      await page.locator(".timeline").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a phone has the pages behind a menu",
    async () => {
      const { page } = await open("/", { look: ["light", 390] });
      await page.locator(".score-value").first().waitFor();
      expect(await page.getByRole("link", { name: "Connect an agent" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Connect an agent" }).click();
      await page.locator(".code").first().waitFor();
      expect(await page.getByRole("link", { name: "Connect an agent" }).isVisible()).toBe(false);
      leave(page);
    },
    PATIENCE_MS,
  );
});

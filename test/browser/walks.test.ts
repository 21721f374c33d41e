/** From signing in to an answer, as a lead, a developer and an administrator: every click is counted. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { chromiumPath, openPage } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { PATIENCE_MS } from "./looks.ts";

const MOST_CLICKS = 2;
const DEVELOPER = "bram.de.wit@example.com";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("from signing in to an answer", () => {
  const browsed = browseDemo();
  const keys = { lead: "", developer: "" };

  beforeAll(async () => {
    keys.developer = await browsed.makeKey(DEVELOPER);
    const made = await fetch(`${browsed.demo.url}/v1/admin/keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${browsed.demo.key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "a lead", role: "member", readsAll: true }),
    });
    keys.lead = ((await made.json()) as { key: string }).key;
  }, PATIENCE_MS);

  /** Signs in as a person does; what is clicked after that is counted. */
  async function signIn(
    key: string,
  ): Promise<{ page: Page; click(on: Locator): Promise<void>; clicks(): number }> {
    const { page } = await openPage(browsed.browser, browsed.demo.url);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto("/");
    await page.getByLabel("Key", { exact: true }).fill(key);
    await page.getByLabel("Key", { exact: true }).press("Enter");
    let clicked = 0;
    const click = async (on: Locator): Promise<void> => {
      clicked += 1;
      await on.click();
    };
    return { page, click, clicks: () => clicked };
  }

  test(
    "a lead reads whether the team is better, what is worth most, and how to begin",
    async () => {
      const { page, click, clicks } = await signIn(keys.lead);
      await page.locator(".answer", { hasText: /The team’s .+ (days before|change)/ }).waitFor();
      const worth = page.locator(".next-lines a", { hasText: /^Worth most: / });
      await worth.waitFor();
      await click(worth);
      await page.getByText(/Worth most to the team: /).waitFor();
      expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "a developer reads why the score is what it is, and what to do tomorrow",
    async () => {
      const { page, click, clicks } = await signIn(keys.developer);
      await page.getByRole("heading", { name: /^Why \d+$/ }).waitFor();
      await page.getByRole("heading", { name: "Tomorrow" }).waitFor();
      await click(page.getByRole("table", { name: "Steps to Skill" }).getByRole("link").first());
      await page.getByText("What would raise it").waitFor();
      expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "an administrator reads who is there, and where the money goes",
    async () => {
      const { page, click, clicks } = await signIn(browsed.demo.key);
      await click(page.getByRole("navigation").first().getByRole("link", { name: "Settings" }));
      await page.getByRole("heading", { name: "Who is there" }).waitFor();
      await click(page.getByRole("navigation").first().getByRole("link", { name: "Usage" }));
      await page.getByRole("table", { name: "Usage" }).waitFor();
      await page.getByText("80 % interval").first().waitFor();
      expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

/** Which time pages show: on whose clock, of which days, and what of a chart leads to it. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromiumPath, openPage } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectFits, expectSound, leave, PATIENCE_MS } from "./looks.ts";

/** Signs in with a browser whose clock is another one. */
async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".chart").first().waitFor();
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the time that pages show", () => {
  const browsed = browseDemo();

  test(
    "is on the reader's clock until UTC is chosen, and again after the sign-out",
    async () => {
      const { page } = await openPage(browsed.browser, browsed.demo.url, { timezoneId: "Asia/Tokyo" });
      await page.goto("/");
      await signIn(page, browsed.demo.key);
      const asOf = (clock: RegExp) => page.locator(".asof", { hasText: clock }).first();
      await asOf(/ UTC\+9$/).waitFor();
      await page.getByRole("button", { name: "Show UTC" }).click();
      await asOf(/ UTC$/).waitFor();
      await page.reload();
      await page.locator(".chart").first().waitFor();
      await asOf(/ UTC$/).waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/sign-in/);
      await signIn(page, browsed.demo.key);
      await asOf(/ UTC\+9$/).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "can be chosen by dates, and goes along to other pages",
    async () => {
      const watched = await browsed.open("/sessions");
      const { page } = watched;
      await page.locator(".dates summary").click();
      await page.getByLabel("First day").fill("2026-01-01");
      await page.getByLabel("Last day").fill("2026-01-14");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.waitForURL(/since=2026-01-01&until=2026-01-14/);
      await page.getByText("1 Jan to 14 Jan").waitFor();
      await expectSound(watched);
      await page.getByRole("link", { name: "Team" }).click();
      await page.waitForURL(/team\?since=2026-01-01&until=2026-01-14/);
      await page.getByRole("button", { name: "90 d" }).click();
      await page.waitForURL(/team\?days=90$/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "is a week of a chart after Enter or a click, and what the pointer was drawn over",
    async () => {
      const { page } = await browsed.open("/?days=90");
      const chart = page.locator(".chart-room.zooms").first();
      await chart.focus();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.locator(".reading-box").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/since=\d{4}-\d\d-\d\d&until=/);
      await page.goBack();
      await page.waitForURL(/days=90$/);
      const touches = page.locator(".chart-room.zooms").first().locator(".touch");
      await touches.nth(3).waitFor();
      // what comes later moves the chart
      await page.waitForLoadState("networkidle");
      const [first, last] = [await touches.nth(1).boundingBox(), await touches.nth(3).boundingBox()];
      const middle = (box: typeof first): [number, number] => [
        (box?.x ?? 0) + (box?.width ?? 0) / 2,
        (box?.y ?? 0) + (box?.height ?? 0) / 2,
      ];
      await page.mouse.move(...middle(first));
      await page.mouse.down();
      await page.mouse.move(...middle(last), { steps: 8 });
      await page.locator(".drawn-over").waitFor();
      await page.mouse.up();
      await page.waitForURL(/since=\d{4}-\d\d-\d\d&until=/);
      const { since, until } = Object.fromEntries(new URL(page.url()).searchParams);
      const days = (Date.parse(until ?? "") - Date.parse(since ?? "")) / 86_400_000 + 1;
      expect([3, 21]).toContain(days);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "shows who was there, day by day, and folds what is well",
    async () => {
      const watched = await browsed.open("/settings");
      const { page } = watched;
      const people = page.getByRole("table", { name: "Who is there" });
      await people
        .getByRole("img", { name: /^Work on \d+ of 30 days/ })
        .first()
        .waitFor();
      await page.getByRole("img", { name: /^Model calls by hour: / }).waitFor();
      await page.getByText(/stages are ready$/).waitFor();
      await expectFits(watched);
      await page.getByRole("button", { name: "No work" }).click();
      await page.waitForURL(/presence=absent/);
      leave(page);
    },
    PATIENCE_MS,
  );
});

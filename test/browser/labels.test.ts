/** The filter of labels, in a real browser on the demo's data. */
import { describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("labels in a browser", () => {
  const { open } = browseDemo();

  test(
    "are chosen with the keyboard, stay in the address from page to page, and are taken away",
    async () => {
      const { page } = await open("/usage");
      await page.getByRole("combobox", { name: "Labels" }).click();
      await page.keyboard.type("shop");
      await page.keyboard.press("Enter");
      await page.waitForURL(/label=team\.id%3Ashop/);
      const rows = page.getByRole("table", { name: "Usage" }).locator("tbody tr");
      await page.getByRole("table", { name: "Usage" }).getByText("Ada Okafor").waitFor({ state: "detached" });
      expect(await rows.allTextContents()).not.toContain("Ada Okafor");
      await page.getByRole("link", { name: "Sessions" }).click();
      await page.waitForURL(/\/sessions\?label=team\.id%3Ashop/);
      await page.getByRole("table", { name: "Sessions" }).locator("tbody a").first().click();
      await page.waitForURL(/\/sessions\/[^?]+\?.*label=/);
      await page.getByRole("link", { name: "Team", exact: true }).click();
      await page.getByRole("button", { name: "Remove Team: shop" }).click();
      await page.waitForURL((url) => !url.search.includes("label="));
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "divide usage, and each row leads to its sessions",
    async () => {
      const { page } = await open("/usage");
      await page.getByRole("group", { name: "Rows" }).getByRole("button", { name: "Repository" }).click();
      await page.getByRole("heading", { name: "By repository" }).waitFor();
      await page.getByRole("table", { name: "Usage" }).getByRole("link", { name: "web-shop" }).click();
      await page.waitForURL(/\/sessions\?.*label=vcs\.repository\.name%3Aweb-shop/);
      await page.getByRole("button", { name: "Remove Repository: web-shop" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "are shown wherever they filter: also on the page of a search, and where a chart chose the days",
    async () => {
      for (const address of ["/search?q=export", "/sessions?from=2026-11-01&to=2026-11-08", "/reports"]) {
        const { page } = await open(`${address}${address.includes("?") ? "&" : "?"}label=team.id:shop`);
        await page.getByRole("button", { name: "Remove Team: shop" }).waitFor();
        leave(page);
      }
    },
    PATIENCE_MS,
  );

  test(
    "are those of a report that is made",
    async () => {
      const { page } = await open("/reports?label=team.id:shop");
      await page.getByText("Only work with Team: shop, as chosen above.").waitFor();
      await page.getByRole("button", { name: "Remove Team: shop" }).click();
      await page.getByText("Only work with").waitFor({ state: "detached" });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "do not filter coaching and budgets, which say so, nor a month's budget",
    async () => {
      const label = "label=team.id:shop";
      for (const address of ["/advisor", "/governance"]) {
        const { page } = await open(`${address}?${label}`);
        await page.getByText("all work: labels do not filter it").waitFor();
        leave(page);
      }
      const { page } = await open(`/usage?${label}`);
      await page.getByText("none is about labels").waitFor();
      expect(await page.getByText("labels do not filter").count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "and their chips fit, and axe finds nothing",
    async () => {
      const watched = await open("/sessions?label=team.id:shop&label=vcs.repository.name:web-shop");
      await watched.page.getByRole("table", { name: "Sessions" }).waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );
});

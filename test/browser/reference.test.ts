/** The API reference in a real browser: without a key, under its policy, light and dark. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, openPage } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { browseNewServer } from "./browsed-server.ts";
import { PATIENCE_MS } from "./looks.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the API reference", () => {
  const browsed = browseNewServer();

  test.each([
    ["light", "rgb(59, 65, 81)"],
    ["dark", "rgb(210, 214, 215)"],
  ] as const)(
    "finds an operation and shows what it answers, %s as the system is, and asks no other host",
    async (colorScheme, colour) => {
      const { server, browser } = browsed;
      const { page, complaints, strays } = await openPage(browser, server.url, { colorScheme });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto("/reference");
      await page.getByPlaceholder("Filter by tag or path").fill("/scoring/spend");
      const operation = page.locator(".opblock", { hasText: "/scoring/spend" });
      await operation.getByRole("button").first().click();
      await operation.getByText("priceTable").first().waitFor();
      const title = page.locator(".info .title");
      expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe(colour);
      expect([complaints, strays]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

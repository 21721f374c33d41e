/** The API reference and the documents in a real browser: without a key, under their policy, light and dark. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, openPage } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { browseEmptyServer } from "./browsed-server.ts";
import { expectSoundInAllLooks, PATIENCE_MS } from "./looks.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the API reference", () => {
  const browsed = browseEmptyServer();

  test(
    "finds an operation and shows what it answers, light or dark as the system is, and asks no other host",
    async () => {
      const { server, browser } = browsed;
      const { page, complaints, strays } = await openPage(browser, server.url, { colorScheme: "light" });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto("/reference");
      await page.getByPlaceholder("Filter by tag or path").fill("/scoring/spend");
      const operation = page.locator(".opblock", { hasText: "/scoring/spend" });
      await operation.getByRole("button").first().click();
      await operation.getByText("priceTable").first().waitFor();
      const title = page.locator(".info .title");
      const colour = () => title.evaluate((element) => getComputedStyle(element).color);
      expect(await colour()).toBe("rgb(59, 65, 81)");
      await page.emulateMedia({ colorScheme: "dark" });
      await eventually(async () => (await colour()) === "rgb(210, 214, 215)");
      expect([complaints, strays]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the documents", () => {
  const browsed = browseEmptyServer();

  test.each([
    ["/docs", "Docs"],
    ["/docs/glossary", "Glossary"],
    ["/docs/scoring", "Scoring: the method"],
  ])(
    "at %s need no key, fit, ask no other host, and axe finds nothing",
    async (address, title) => {
      const { server, browser } = browsed;
      const watched = await openPage(browser, server.url, { colorScheme: "light" });
      watched.page.setDefaultTimeout(PATIENCE_MS);
      await watched.page.goto(address);
      await watched.page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor();
      await expectSoundInAllLooks(watched);
      await watched.page.context().close();
    },
    PATIENCE_MS,
  );
});

/** Pages that one test leaves to the next. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { expectSound, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";

describe.skipIf(chromiumPath() === null)("a page in a browser", () => {
  let server: ServedDirectory;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serveNewDirectory(), openBrowser()]);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await server.remove();
  }, PATIENCE_MS);

  async function open(key = server.keys.admin): Promise<WatchedPage> {
    const watched = await openSignedIn(browser, { url: server.url, key }, { address: "/connect" });
    await watched.page.locator(".code").first().waitFor();
    return watched;
  }

  test(
    "that failed is not used again",
    async () => {
      const failed = await open();
      await failed.page.evaluate("console.error('it failed')");
      await expect(expectSound(failed)).rejects.toThrow("it failed");
      const next = await open();
      expect(next.page).not.toBe(failed.page);
      await expectSound(next);
    },
    PATIENCE_MS,
  );

  test(
    "that was left is given to whoever opens the next one with the same key, without its complaints",
    async () => {
      const left = await open();
      await left.page.evaluate("void setInterval(() => console.error('still here'), 5)");
      await leave(left.page);
      const other = await open(server.keys.member);
      expect(other.page).not.toBe(left.page);
      const next = await open();
      expect(next.page).toBe(left.page);
      await expectSound(next);
    },
    PATIENCE_MS,
  );
});

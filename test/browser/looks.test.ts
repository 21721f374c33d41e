/** Pages that one test leaves to the next. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { browseEmptyServer } from "./browsed-server.ts";
import { expectFits, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a page in a browser", () => {
  const browsed = browseEmptyServer();

  async function open(key?: string): Promise<WatchedPage> {
    const { browser, server } = browsed;
    const signIn = { url: server.url, key: key ?? server.keys.admin };
    const watched = await openSignedIn(browser, signIn, { address: "/connect" });
    await watched.page.locator(".code").first().waitFor();
    return watched;
  }

  test(
    "that failed is not used again",
    async () => {
      const failed = await open();
      await failed.page.evaluate("console.error('it failed')");
      await expect(expectFits(failed)).rejects.toThrow("it failed");
      const next = await open();
      expect(next.page).not.toBe(failed.page);
      await expectFits(next);
    },
    PATIENCE_MS,
  );

  test(
    "that was left is given to whoever opens the next one, with the other key only and without its complaints",
    async () => {
      const left = await open();
      await left.page.evaluate("void setInterval(() => console.error('still here'), 5)");
      leave(left.page);
      const next = await open(browsed.server.keys.member);
      expect(next.page).toBe(left.page);
      const session = await next.page.request.get("/v1/session");
      expect(await session.json()).toMatchObject({ role: "member" });
      expect(await next.page.context().cookies()).toHaveLength(1);
      await expectFits(next);
    },
    PATIENCE_MS,
  );
});

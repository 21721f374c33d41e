/** The audit log in a real browser: what was done, filtered, and who read a person's prompts. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { promptLog } from "../appliance/requests.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the audit log in a browser", () => {
  const browsed = browseNewServer();

  function open(address: string, key = browsed.server.keys.admin): Promise<WatchedPage> {
    return openSignedIn(browsed.browser, { url: browsed.server.url, key }, { address });
  }

  async function call(path: string, key: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${browsed.server.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  test(
    "shows what was done, the newest first, in every look",
    async () => {
      const { admin } = browsed.server.keys;
      const wish = { name: "Ada's laptop", role: "member", developer: "ada@example.com" };
      await call("/v1/admin/keys", admin, wish);
      const watched = await open("/settings/audit");
      const row = watched.page.getByRole("row", { name: /Made a key/ }).first();
      await row.waitFor();
      expect(await row.textContent()).toContain("key Ada's laptop");
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "shows only one action, and says so when no entry is like that",
    async () => {
      const { page } = await open("/settings/audit");
      await page
        .getByRole("row", { name: /Signed in/ })
        .first()
        .waitFor();
      await page.getByLabel("Action").selectOption("signed_in");
      await page.waitForURL(/action=signed_in/);
      await page.getByRole("row", { name: /Made a key/ }).waitFor({ state: "detached" });
      await page.getByLabel("Action").selectOption("backup_restored");
      await page.getByRole("heading", { name: "No entry is like that" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "is downloaded as JSON Lines",
    async () => {
      const { page } = await open("/settings/audit");
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download all as JSON Lines" }).click();
      expect((await download).suggestedFilename()).toBe("audit.jsonl");
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "shows a developer who read their records, and nobody at first",
    async () => {
      const { admin } = browsed.server.keys;
      const wish = { name: "Bo's laptop", role: "member", developer: "bo@example.com" };
      const { key } = await call("/v1/admin/keys", admin, wish);
      const bo = String(key);
      const first = await open("/settings", bo);
      await first.page.getByText("Nobody has read them.").waitFor();
      leave(first.page);
      await call("/v1/logs", bo, promptLog({ session: "of-bo", at: "2026-11-20T10:00:00Z" }));
      const window = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
      await eventually(async () => {
        const { logs } = await call(`/v1/telemetry/logs?${window}`, admin);
        return (logs as { developer: object | null }[]).some(({ developer }) => developer !== null);
      });
      const watched = await open("/settings", bo);
      const readers = watched.page.getByRole("table", { name: "Readers" });
      await readers.getByRole("row", { name: /records as they were sent/ }).waitFor();
      expect(await readers.textContent()).toContain("first admin key");
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );
});

/** The page of usage, in a real browser on the demo's data. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { chooseAllIn } from "./choose.ts";
import { expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";

const DEVELOPER = "chiara.conti@example.com";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("usage in a browser", () => {
  const { open, makeKey } = browseDemo();

  test.each(["/usage", "/usage?by=model&measure=tokens&days=90", "/usage?by=mcp_server"])(
    "%s complains of nothing, asks no other host, fits, and axe finds nothing",
    async (address) => {
      const watched = await open(address);
      await watched.page.locator(".stack-piece").first().waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "the overview's spend leads there",
    async () => {
      const { page } = await open("/");
      await page.locator(".stat", { hasText: "Spend" }).locator("a").click();
      await page.waitForURL(/\/usage/);
      await page.getByRole("heading", { name: "This month" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a model's row leads to the sessions that called it, and the choice can be taken back",
    async () => {
      const { page } = await open("/usage");
      await page.getByRole("group", { name: "Rows" }).getByRole("button", { name: "Model" }).click();
      await page.waitForURL(/by=model/);
      await page.getByRole("heading", { name: "By model" }).waitFor();
      // the rows before are there until the others are
      await page.waitForLoadState("networkidle");
      await page.getByRole("table", { name: "Usage" }).locator("tbody a").first().click();
      await page.waitForURL(/\/sessions\?.*model=/);
      await page.getByRole("table", { name: "Sessions" }).waitFor();
      await chooseAllIn(page, "Model");
      await page.waitForURL((url) => !url.search.includes("model="));
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "arrow keys read the columns out",
    async () => {
      const { page } = await open("/usage");
      await page.locator(".stack-piece").first().waitFor();
      await page.locator(".chart-room").first().focus();
      await page.keyboard.press("ArrowLeft");
      // people are one series: nothing ranks them
      expect(await page.locator(".reading").first().textContent()).toMatch(/^\d+ \w{3}: \$[\d.]+$/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a chart is saved as the numbers that it draws",
    async () => {
      const { page } = await open("/usage");
      await page.locator(".stack-piece").first().waitFor();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV: Cost of everyone" }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe("cost-of-everyone.csv");
      const file = join(mkdtempSync(join(tmpdir(), "saved-")), "cost.csv");
      await download.saveAs(file);
      const [heads, ...rows] = readFileSync(file, "utf8").trimEnd().split("\r\n");
      expect(heads).toBe("day,everyone");
      expect(rows.length).toBeGreaterThan(10);
      for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\d,\d+(\.\d+)?$/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees their own work, and no choice of others",
    async () => {
      const { page } = await open("/usage", { key: await makeKey(DEVELOPER) });
      await page.getByRole("heading", { name: "By model" }).waitFor();
      const choices = page.getByRole("group", { name: "Rows" });
      expect(await choices.getByRole("button", { name: "Developer" }).count()).toBe(0);
      expect(await page.getByRole("heading", { name: "People" }).count()).toBe(0);
      expect(await page.getByLabel("Whose work").count()).toBe(0);
      await page.goto("/usage?label=team.id:shop");
      await page.getByText("with these labels").waitFor();
      await page.getByText("or take a label away").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );
});

/** Pages whose parts fail, charts as pictures, and pages on paper, in a real browser on the demo's data. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { leave, PATIENCE_MS } from "./looks.ts";

const A4_PX = 794;

/** Where the widest chart ends, in pixels. */
const RIGHTMOST =
  "Math.max(...[...document.querySelectorAll('.chart')].map((chart) => chart.getBoundingClientRect().right))";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("trouble, pictures and paper", () => {
  const { open } = browseDemo();

  /** Answers with 500 from now on. */
  async function fail(page: Page, address: RegExp): Promise<void> {
    const body = JSON.stringify({ status: 500, title: "Internal error", detail: "It broke." });
    await page.route(address, (route) =>
      route.fulfill({ status: 500, contentType: "application/problem+json", body }),
    );
    await page.reload();
  }

  test(
    "a part that fails is a box of its own, and the parts that arrived stay",
    async () => {
      const { page } = await open("/");
      await fail(page, /\/scoring\/team\?/);
      await page.getByText("The scores could not be read").waitFor();
      await page.locator(".figures-row .stat-number").first().waitFor();
      await page.locator(".chart").first().waitFor();
      expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
      await page.unrouteAll();
      await fail(page, /\/scoring\/(trends|spend)\?/);
      await page.getByText("The trend could not be read").waitFor();
      await page.getByText("The figures could not be read").waitFor();
      await page.locator("a.score-value").nth(2).waitFor();
      await page.unrouteAll();
      await page.goto("/settings");
      await fail(page, /\/v1\/admin\/status/);
      await page.getByText("The status could not be read").waitFor();
      await page.getByRole("table", { name: "Who is there" }).waitFor();
      // the console says each 500
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "a chart is saved as a picture under its title",
    async () => {
      const { page, complaints } = await open("/");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download PNG: Skill by week" }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe("skill-by-week.png");
      const file = join(mkdtempSync(join(tmpdir(), "picture-")), "chart.png");
      await download.saveAs(file);
      const picture = readFileSync(file);
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      // twice as wide as the chart on the page, with its margins
      const box = await page.locator(".chart-room .chart").first().boundingBox();
      expect(picture.readUInt32BE(16)).toBe(2 * (Math.round(box?.width ?? 0) + 32));
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test.each(["/", "/team", "/throttle", "/developers/bram.de.wit@example.com"])(
    "%s is whole on paper: no chart is cut, and nothing is there that only a screen can use",
    async (address) => {
      const { page } = await open(address);
      await page.locator(".chart").first().waitFor();
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: A4_PX, height: 1123 });
      // charts are drawn again when their width has changed
      await eventually(async () => (await page.evaluate<number>(RIGHTMOST)) <= A4_PX);
      expect(await page.getByRole("complementary", { name: "Sidebar" }).isVisible()).toBe(false);
      expect(await page.locator(".csv:visible").count()).toBe(0);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

/** Cheaper and stronger models, in a real browser on the demo's data. */
import { describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const DEVELOPER = "chiara.conti@example.com";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("rightsizing in a browser", () => {
  const browsed = browseDemo();
  const { open, makeKey } = browsed;

  describe("in both themes, wide and on a phone,", () => {
    test(
      "the page complains of nothing, asks no other host, fits, and axe finds nothing",
      async () => {
        const watched = await open("/rightsizing");
        await watched.page.getByText(/change(s)? to try/).click();
        await watched.page.locator(".hypotheses .unfold").first().click();
        await watched.page.locator(".saving").first().waitFor();
        expect(await watched.page.locator(".twin").first().isVisible()).toBe(true);
        await expectSoundInAllLooks(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );
  });

  test(
    "what was done on both models has its evidence and the range of its saving, and shows in the use by model",
    async () => {
      const { page } = await open("/rightsizing");
      await page.getByText(/Cheaper models for easy work would save \$[\d.]+ a month/).waitFor();
      const tried = page.getByRole("table", { name: "Changes that work shows" }).locator("tbody tr");
      const row = tried.filter({ hasText: /gpt-5\.4 to gpt-5\.4-mini/ }).first();
      expect(await row.textContent()).toMatch(/(A, shown|B, tried) on both/);
      expect(await row.textContent()).toMatch(/\$[\d.]+ to \$[\d.]+|up to \$[\d.]+/);
      await page.goto("/usage?by=model");
      await page.getByRole("table", { name: "Usage" }).getByText("gpt-5.4-mini", { exact: true }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "what nobody tried is called a hypothesis, and its tasks are a click away",
    async () => {
      const { page } = await open("/rightsizing");
      await page.getByText(/Another \$[\d.]+ is a hypothesis/).waitFor();
      await page.getByText(/change(s)? to try/).click();
      const hypotheses = page.getByRole("table", { name: "Hypotheses" });
      const never = hypotheses.getByRole("row", { name: /C, never tried/ }).first();
      await never.locator(".unfold").click();
      await page.locator(".twin-value", { hasText: "never tried" }).first().waitFor();
      const models = page.getByRole("table", { name: "Models" });
      await models.getByRole("row", { name: /fake-coder/ }).waitFor();
      await page.locator(".examples a").first().click();
      await page.waitForURL(/\/sessions\/.+turn=\d+/);
      await page.locator(".timeline").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a change is tried for a week, counted from then on, and taken back",
    async () => {
      const { page } = await open("/rightsizing");
      await page.getByText(/change(s)? to try/).click();
      await page.getByRole("button", { name: "Try it for a week" }).first().click();
      await page.getByText(/^Since \d+ \w+: (no task yet|\d+ tasks?)/).waitFor();
      await page.reload();
      await page.getByText(/change(s)? to try/).click();
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.getByRole("button", { name: "Take it back" }).waitFor({ state: "detached" });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "somebody without work has no models, and hears what to do",
    async () => {
      const { page } = await open("/rightsizing?developer=nobody@example.com");
      await page.getByRole("heading", { name: "No model calls in these 30 days" }).waitFor();
      await page.getByText("scoring doctor").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees what their own work cost, and no choice of others",
    async () => {
      const { page } = await open("/rightsizing", { key: await makeKey(DEVELOPER) });
      const { url, key } = browsed.demo;
      const spent = page.locator(".stat", { hasText: "Spent" });
      await spent.waitFor();
      // the window ends now: a call may leave it between the two
      await eventually(async () => {
        const own = await fetch(`${url}/v1/intelligence/rightsizing?developer=${DEVELOPER}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const { spendUsd } = (await own.json()) as { spendUsd: number };
        if ((await spent.textContent())?.includes(`$${spendUsd.toFixed(2)}`) === true) return true;
        await page.reload();
        await spent.waitFor();
        return false;
      });
      expect(await page.getByLabel("Whose work").count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );
});

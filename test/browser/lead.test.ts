/** What a lead sees in a real browser: the team's scores and usage by name, and of others no task and no prompt. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser, openPage } from "../../scripts/browser/open-browser.ts";
import { addSignedIn } from "../appliance/signed-in-account.ts";
import { KEEPER_PATIENCE_MS, ofThisRun } from "../kept/of-this-run.ts";
import { isSkipped } from "../skipped.ts";
import { expectSound, PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";

/** Of the demo's people four work with each label. */
const LABEL = "team.id:shop";
const INSIDE = "Elif Yilmaz";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a lead in a browser", () => {
  let server: ServedDirectory;
  let browser: Browser;
  let cookie: { name: string; value: string; url: string };

  beforeAll(async () => {
    const { key: admin, backup } = await ofThisRun("demo");
    [server, browser] = await Promise.all([serveNewDirectory({ backup }), openBrowser()]);
    const wish = { email: "ada.okafor@example.com", role: "lead", labels: [LABEL] } as const;
    const signedIn = await addSignedIn(server, { admin }, { ...wish, labels: [...wish.labels] });
    const [name = "", value = ""] = signedIn.cookie.split("=");
    cookie = { name, value, url: server.url };
  }, KEEPER_PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await server.remove();
  }, PATIENCE_MS);

  async function open(address: string) {
    const watched = await openPage(browser, server.url);
    watched.page.setDefaultTimeout(PATIENCE_MS / 2);
    await watched.page.context().addCookies([cookie]);
    await watched.page.goto(address);
    return watched;
  }

  test(
    "finds the people with the label on the page Team, and nobody else",
    async () => {
      const watched = await open("/team?days=90");
      const { page } = watched;
      await page.getByText(`Sessions with ${LABEL} count here.`).waitFor();
      await page.getByRole("link", { name: INSIDE }).first().waitFor();
      expect(await page.getByText("Bram de Wit").count()).toBe(0);
      await expectSound(watched);
      await page.getByRole("link", { name: INSIDE }).first().click();
      await page
        .getByText("The tasks and prompts are shown to the developer and to administrators.")
        .waitFor();
    },
    PATIENCE_MS,
  );

  test(
    "chooses on the page Usage between the own work and everyone's with the label",
    async () => {
      const watched = await open("/usage?developer=everyone&by=developer&days=90");
      const { page } = watched;
      await page.getByLabel("Whose work").waitFor();
      await page.getByRole("link", { name: INSIDE }).first().waitFor();
      expect(await page.getByText("each leads to its sessions").count()).toBe(0);
      await expectSound(watched);
      await page.goto("/prompts?developer=everyone");
      await page.getByRole("heading", { name: "Prompts" }).first().waitFor();
      expect(await page.getByLabel("Whose work").count()).toBe(0);
    },
    PATIENCE_MS,
  );
});

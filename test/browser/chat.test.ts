/** Connecting Slack in a real browser, against a stand-in that is another site for the browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser } from "../../scripts/browser/open-browser.ts";
import { SECRETS, startScriptedSlack } from "../insights/integrations/scripted-slack.ts";
import { expectSound, expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { freePort } from "../../scripts/free-port.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "../appliance/running.ts";
import { isSkipped } from "../skipped.ts";

const PAGE = "/settings/chat";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))(
  "the page of the chat tool in a browser",
  () => {
    const slack = startScriptedSlack({}, "127.0.0.2");
    let appliance: TestAppliance;
    let team: TestOrganization;
    let browser: Browser;

    beforeAll(async () => {
      const port = freePort();
      const settings = {
        listen: `127.0.0.1:${port}`,
        publicUrl: `http://127.0.0.1:${port}`,
        slackClientId: slack.workspace.clientId,
        slackClientSecret: SECRETS.clientSecret,
      };
      const starting = startTestAppliance({ settings, slackUrl: slack.url });
      [appliance, browser] = await Promise.all([starting, openBrowser()]);
      slack.workspace.redirectUrl = `${appliance.url}/v1/integrations/slack/callback`;
      team = await appliance.addOrganization();
    }, PATIENCE_MS);

    afterAll(async () => {
      await browser.close();
      await appliance.stop();
      await slack[Symbol.asyncDispose]();
    }, PATIENCE_MS);

    const open = () => openSignedIn(browser, { url: appliance.url, key: team.admin }, { address: PAGE });

    test(
      "somebody who does not allow the app reads that, and comes back to the settings",
      async () => {
        slack.workspace.isAllowed = false;
        const { page } = await open();
        await page.getByText("Slack is not connected").waitFor();
        await page.getByRole("link", { name: "Connect Slack" }).click();
        await page.getByText("The app was not allowed in Slack").waitFor();
        await page.getByRole("link", { name: "Back to the settings" }).click();
        await page.getByText("Slack is not connected").waitFor();
        slack.workspace.isAllowed = true;
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "an administrator pastes an address, and a test message arrives",
      async () => {
        const watched = await open();
        const { page } = watched;
        await page.getByLabel("Address").fill("https://evil.example/services/T0/B0/x");
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("url: expected the address of an incoming webhook").waitFor();
        await page.getByLabel("Address").fill(SECRETS.webhook);
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Reports can be posted to one channel of Slack.").waitFor();
        expect(await page.content()).not.toContain(SECRETS.webhook);
        await page.getByRole("button", { name: "Send a test message" }).click();
        await page.getByText("Slack took the message").waitFor();
        expect(slack.heard.at(-1)?.method).toBe("webhook");
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "an administrator signs in to Slack, chooses a channel, and reads why a message did not arrive",
      async () => {
        const watched = await open();
        const { page, strays } = watched;
        await page.getByRole("link", { name: "Connect Slack" }).click();
        await page.getByText("Reports can be posted to the channels of Slack Softball Team.").waitFor();
        expect(strays.filter((stray) => !stray.startsWith(slack.url))).toEqual([]);
        strays.length = 0;
        await page.getByLabel("Where to").selectOption({ label: "#quiet (the app is not in it)" });
        await page.getByRole("button", { name: "Send a test message" }).click();
        await page.getByText("The message did not arrive").waitFor();
        await page.getByText("In Slack, invite it there").first().waitFor();
        await expectSound(watched);
        await page.getByLabel("Where to").selectOption({ label: "#reports" });
        await page.getByRole("button", { name: "Send a test message" }).click();
        await page.getByText("Slack took the message").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "it is sound in both themes, wide and on a phone",
      async () => {
        const watched = await open();
        await watched.page.getByText("#reports").waitFor({ state: "attached" });
        await expectSoundInAllLooks(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );

    test(
      "it is disconnected after a question, also while Slack does not answer",
      async () => {
        slack.behave({ kind: "failing", status: 503 });
        const { page } = await open();
        await page.getByRole("button", { name: "Disconnect Slack" }).click();
        await page.getByText("Scheduled reports will not be posted").waitFor();
        const question = page.getByRole("dialog", { name: "Disconnect Slack?" });
        await question.getByRole("button", { name: "Disconnect", exact: true }).click();
        await page.getByText("Disconnected here, but Slack did not confirm").waitFor();
        await page.getByText("Slack is not connected").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a member finds out whose page it is",
      async () => {
        const { page } = await openSignedIn(
          browser,
          { url: appliance.url, key: team.key },
          { address: PAGE },
        );
        await page.getByText("Messages: for administrators").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );
  },
);

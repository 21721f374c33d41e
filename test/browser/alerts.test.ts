/** Alerts and where messages go, in a real browser: an admin sets webhooks, e-mail and rules; messages arrive. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { chromiumPath, openBrowser } from "../../scripts/browser/open-browser.ts";
import {
  eventually,
  startTestAppliance,
  type OwnAppliance,
  type TestOrganization,
} from "../appliance/running.ts";
import { startScriptedSmtp } from "../insights/integrations/email/scripted-smtp.ts";
import { startScriptedReceiver } from "../insights/integrations/webhooks/scripted-receiver.ts";
import { isSkipped } from "../skipped.ts";
import { expectSound, expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("alerts and messages in a browser", () => {
  let receiver: Awaited<ReturnType<typeof startScriptedReceiver>>;
  let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>;
  let appliance: OwnAppliance;
  let team: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    [receiver, smtp] = await Promise.all([startScriptedReceiver(), startScriptedSmtp("none")]);
    const mail = { smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpTls: "none" };
    const settings = { ...mail, smtpFrom: "scoring@example.com", webhookHosts: ["127.0.0.1"] };
    [appliance, browser] = await Promise.all([startTestAppliance({ settings }), openBrowser()]);
  }, PATIENCE_MS);

  beforeEach(async () => {
    team = await appliance.addOrganization();
    receiver.heard.length = 0;
    smtp.heard.length = 0;
    receiver.behave({ kind: "well" });
  });

  afterAll(async () => {
    await browser.close();
    await appliance.stop();
    await smtp[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  }, PATIENCE_MS);

  const open = (address: string) =>
    openSignedIn(browser, { url: appliance.url, key: team.admin }, { address });

  async function makeWebhook(page: Page): Promise<string> {
    await page.getByLabel("Name", { exact: true }).fill("Pager");
    await page.getByLabel("URL").fill(`http://127.0.0.1:${receiver.port}/hooks/scoring`);
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await page.getByText("The webhook was created").waitFor();
    return (await page.locator(".command code").textContent()) ?? "";
  }

  async function ask<Answer>(path: string, change?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${team.admin}`, "content-type": "application/json" };
    const method = change === undefined ? "GET" : "PATCH";
    const response = await fetch(appliance.url + path, { method, headers, body: JSON.stringify(change) });
    return (await response.json()) as Answer;
  }

  async function untilAlertIsOpen(): Promise<void> {
    const { rules } = await ask<{ rules: { id: string; kind: string }[] }>("/v1/alerts/rules");
    await eventually(async () => {
      // a change of a rule is looked at at once
      await ask(`/v1/alerts/rules/${rules.at(-1)?.id}`, { enabled: true });
      return (await ask<{ alerts: unknown[] }>("/v1/alerts")).alerts.length > 0;
    });
  }

  test(
    "an admin makes a webhook whose secret is shown once, tests it, reads what is wrong, and deletes it",
    async () => {
      const watched = await open("/settings/chat");
      const { page } = watched;
      await page.getByText("No webhooks yet").waitFor();
      await page.getByLabel("Name", { exact: true }).fill("Pager");
      await page.getByLabel("URL").fill("https://10.0.0.1/");
      await page.getByRole("button", { name: "Create the webhook" }).click();
      await page.getByText("The address leads into a private network").waitFor();
      // the browser notes each refusal
      watched.complaints.length = 0;

      const secret = await makeWebhook(page);
      expect(secret).toStartWith("whsec_");
      await expectSound(watched);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Create the webhook" }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole("button", { name: "Test Pager" }).click();
      await page.getByText("it arrived", { exact: true }).waitFor();
      expect(receiver.heard).toMatchObject([
        { path: "/hooks/scoring", body: expect.stringContaining('"test"') },
      ]);
      receiver.behave({ kind: "answering", status: 500 });
      await page.getByRole("button", { name: "Test Pager" }).click();
      await page.getByText("The receiver failed with status 500.").waitFor();
      await expectSoundInAllLooks(watched);

      await page.getByRole("button", { name: "Delete Pager" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the webhook" }).click();
      await page.getByText("No webhooks yet").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an admin sends a test e-mail",
    async () => {
      const { page } = await open("/settings/chat");
      await page.getByText("scoring@example.com").waitFor();
      await page.getByLabel("To", { exact: true }).fill("ada@example.com, lead@example.com");
      await page.getByRole("button", { name: "Send a test e-mail" }).click();
      await page.getByText("The mail server took the message").waitFor();
      expect(smtp.heard).toMatchObject([{ to: ["ada@example.com", "lead@example.com"] }]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an admin who names e-mail places where no mail server is set reads what to set, and the message says so too",
    async () => {
      const bare = await startTestAppliance();
      const { admin } = await bare.addOrganization();
      const watched = await openSignedIn(browser, { url: bare.url, key: admin }, { address: "/alerts" });
      const { page } = watched;
      await page.getByLabel("Name").fill("By e-mail");
      const advice = page.getByText("No mail server is set. Set smtp_host and smtp_from");
      expect(await advice.count()).toBe(0);
      await page.getByLabel("E-mail").fill("lead@example.com");
      await advice.waitFor();
      await page.getByRole("button", { name: "Create the rule" }).click();
      await page.getByRole("button", { name: "About By e-mail" }).click();
      await page.getByRole("button", { name: "Send a test message" }).click();
      await page.getByText("e-mail to lead@example.com: No mail server is set.").waitFor();
      await expectSound(watched);
      leave(page);
      await bare.stop();
    },
    PATIENCE_MS,
  );

  test(
    "an admin makes a rule with places, tests it, and acknowledges the alert that it opens",
    async () => {
      const revoked = await team.addKey();
      await appliance.revoke(revoked.id);
      await eventually(async () => (await appliance.send("/v1/logs", {}, revoked.key)).status === 401);
      const settings = await open("/settings/chat");
      await makeWebhook(settings.page);
      leave(settings.page);

      const watched = await open("/alerts");
      const { page } = watched;
      await page.getByLabel("E-mail").fill("lead@example.com");
      await page.getByLabel("Send to the webhook “Pager”").check();
      await page.getByLabel("Watches").selectOption({ label: "Refused senders" });
      // places are kept when another kind is chosen
      expect(await page.getByLabel("E-mail").inputValue()).toBe("lead@example.com");
      await page.getByLabel("Name").fill("Refused agents");
      await page.getByLabel("Opens at").fill("1");
      await page.getByRole("button", { name: "Create the rule" }).click();

      await page.getByRole("cell", { name: "e-mail to lead@example.com and 1 more" }).waitFor();
      await page.getByRole("button", { name: "About Refused agents" }).click();
      await page.getByRole("button", { name: "Send a test message" }).click();
      await page.getByText("the webhook “Pager”: the message arrived").waitFor();
      await page.getByText("e-mail to lead@example.com: the message arrived").waitFor();
      expect(receiver.heard.map(({ body }) => JSON.parse(body))).toContainEqual(
        expect.objectContaining({ type: "test" }),
      );

      await untilAlertIsOpen();
      await page.reload();
      await page.getByRole("button", { name: /^Acknowledge: Telemetry of .+ is refused$/ }).waitFor();
      await eventually(async () => receiver.heard.some(({ body }) => body.includes("alert.changed")));
      await eventually(async () => smtp.heard.some(({ text }) => text.includes("New: Telemetry of")));
      await expectSoundInAllLooks(watched);
      await page.getByRole("button", { name: /^Acknowledge: / }).click();
      await page.getByText("1 alert acknowledged, none is new.").waitFor();
      await page.getByRole("table", { name: "Alerts that are not over" }).getByText("acknowledged").waitFor();
      leave(page);

      // a schedule names it too, and a webhook that is gone
      const schedules = await open("/schedules");
      await schedules.page.getByLabel("Name").fill("For the pager");
      await schedules.page.getByLabel("Send to the webhook “Pager”").check();
      await schedules.page.getByText("Sent to the webhook “Pager” as").waitFor();
      await schedules.page.getByRole("button", { name: "Create the schedule" }).click();
      await schedules.page.getByRole("button", { name: "About For the pager" }).click();
      await schedules.page
        .getByRole("definition")
        .filter({ hasText: /^the webhook “Pager”$/ })
        .waitFor();
      leave(schedules.page);
      const { webhooks } = await ask<{ webhooks: { id: string }[] }>("/v1/integrations/webhooks");
      const headers = { authorization: `Bearer ${team.admin}` };
      const gone = `${appliance.url}/v1/integrations/webhooks/${webhooks[0]?.id}`;
      expect((await fetch(gone, { method: "DELETE", headers })).status).toBe(200);
      const after = await open("/schedules");
      await after.page.getByText("to a webhook that was deleted").waitFor();
      leave(after.page);
    },
    PATIENCE_MS,
  );
});

/** Which addresses are called: Slack's own, and for tests one of this machine. */
import { describe, expect, test } from "bun:test";
import { slackAddresses, WEBHOOK_ADDRESS } from "../../../../src/insights/integrations/slack/addresses.ts";

const PASTED = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX";

describe("a webhook address", () => {
  test.each([
    "http://hooks.slack.com/services/T0/B0/x",
    "https://hooks.slack.com.evil.example/services/T0/B0/x",
    "https://evil.example/services/T0/B0/x",
    "https://user@hooks.slack.com/services/T0/B0/x",
    "https://hooks.slack.com@127.0.0.1/services/T0/B0/x",
    "https://hooks.slack.com:8443/services/T0/B0/x",
    "https://hooks.slack.com/services/T0/B0/x?to=1",
    "https://hooks.slack.com/services/T0/B0/x#a",
    "https://hooks.slack.com/services/../api/B0/x",
    "https://hooks.slack.com/services/T0/B0",
    "https://hooks.slack.com/workflows/T0/A0/x",
    "https://slack.com/api/chat.postMessage",
    "http://169.254.169.254/services/T0/B0/x",
    "file:///services/T0/B0/x",
    "hooks.slack.com/services/T0/B0/x",
    "https://hooks.slack.com/services/T0/B0/x\n",
    "https://hooks.slack.com/services/T0/B0/x\\@evil.example",
    "",
  ])("%j is none", (text) => {
    expect(WEBHOOK_ADDRESS.test(text)).toBeFalse();
  });

  test("of Slack is one", () => {
    expect(WEBHOOK_ADDRESS.test(PASTED)).toBeTrue();
  });
});

describe("what is called", () => {
  test("is Slack", () => {
    const addresses = slackAddresses(null);
    expect([addresses.method("auth.revoke"), addresses.authorizePage, addresses.webhook(PASTED)]).toEqual([
      "https://slack.com/api/auth.revoke",
      "https://slack.com/oauth/v2/authorize",
      PASTED,
    ]);
  });

  test("is a stand-in where a test gives one", () => {
    const addresses = slackAddresses("http://127.0.0.1:8080");
    expect([addresses.method("auth.revoke"), addresses.authorizePage, addresses.webhook(PASTED)]).toEqual([
      "http://127.0.0.1:8080/api/auth.revoke",
      "http://127.0.0.1:8080/oauth/v2/authorize",
      `http://127.0.0.1:8080${new URL(PASTED).pathname}`,
    ]);
  });
});

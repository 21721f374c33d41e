/** The way to Slack, and what has to be set before there is one. */
import { describe, expect, test } from "bun:test";
import { type InstallSettings, installWay } from "../../../../src/http/routes/integrations/install-way.ts";

const SET: InstallSettings = {
  slackClientId: "1.2",
  slackClientSecret: "secret",
  slackUrl: null,
  publicUrl: "https://scoring.example.com",
  offline: false,
};

describe("the way to Slack", () => {
  test.each([
    [{ offline: true }, "turn offline off and reload the settings"],
    [{ slackClientId: null }, "SCORING_SLACK_CLIENT_ID"],
    [{ slackClientSecret: null }, "SCORING_SLACK_CLIENT_SECRET"],
    [{ publicUrl: null }, "SCORING_PUBLIC_URL"],
  ])("is none with %j, and says what to do", (changes, remedy) => {
    expect(installWay({ ...SET, ...changes })).toEqual({
      ok: false,
      problem: expect.stringContaining(remedy),
    });
  });

  test("leads to Slack's own page, and never holds the secret", () => {
    const way = installWay(SET);
    if (!way.ok) throw new Error(way.problem);
    const address = way.value.authorizeAddress("a&b");
    expect(address).toStartWith("https://slack.com/oauth/v2/authorize?client_id=1.2&");
    expect(address).toEndWith("&state=a%26b");
    expect(address).not.toContain("secret");
  });
});

/** What the page of the chat tool says. */
import { describe, expect, test } from "bun:test";
import type { Chat, ChatApp, ChatWebhook } from "../../../../embedded/dashboard/api/chat.ts";
import {
  chosenChannel,
  placesOf,
  sayChat,
} from "../../../../embedded/dashboard/pages/settings/chat/chat-data.ts";

const webhook: ChatWebhook = {
  state: "connected",
  connectedAt: "2026-11-22T12:00:00.000Z",
  connectedBy: "admin",
  workedAt: null,
  lastError: null,
};
const app: ChatApp = { ...webhook, team: { id: "T1", name: "Softball" }, scopes: ["chat:write"] };
const install = { isReady: true, problem: null, redirectUrl: null };
const lastError = { at: "2026-11-22T12:00:00.000Z", message: "This channel is archived." };

describe("the page's answer", () => {
  const SAID: readonly [Partial<Chat>, string][] = [
    [{}, "Slack is not connected: nothing is sent there, and everything else works."],
    [
      { app: { ...app, state: "connect_again" } },
      "Slack has to be connected again: nothing can be posted there.",
    ],
    [{ app }, "Reports can be posted to the channels of Softball."],
    [{ app: { ...app, team: { id: "T1", name: null } } }, "Reports can be posted to the channels of T1."],
    [{ webhook }, "Reports can be posted to one channel of Slack."],
    [
      { webhook, app: { ...app, state: "connect_again", lastError } },
      "Reports can be posted to one channel of Slack.",
    ],
    [
      { webhook: { ...webhook, lastError } },
      "Reports can be posted to one channel of Slack; the last message did not arrive.",
    ],
  ];
  test.each(SAID)("to %j", (connected, said) => {
    expect(sayChat({ app: null, webhook: null, install, ...connected })).toBe(said);
  });
});

describe("where a test message can go", () => {
  const channels = [
    { id: "C2", name: "quiet", isMember: false },
    { id: "C1", name: "reports", isMember: true },
  ];

  test("are the channels that the app is in, before the others", () => {
    expect(placesOf({ app, webhook: null, install }, channels)).toEqual([
      { channel: "C1", name: "#reports" },
      { channel: "C2", name: "#quiet (the app is not in it)" },
    ]);
  });

  test("is only the webhook's channel where no app is connected", () => {
    expect(placesOf({ app: null, webhook, install }, [])).toEqual([
      { channel: null, name: "The webhook’s own channel" },
    ]);
  });

  test.each([
    [" C7 ", "C1", "C7"],
    ["", "C1", "C1"],
    ["", "", null],
  ])("%j typed and %j chosen is %j", (typed, chosen, channel) => {
    expect(chosenChannel(typed, chosen)).toBe(channel);
  });
});

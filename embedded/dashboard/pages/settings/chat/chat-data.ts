/** How Slack is connected, in words. */
import type { Channel, Chat, ChatApp, ChatWebhook } from "../../../api/chat.ts";

/** Where the browser goes to allow the app in Slack. */
export const INSTALL_ADDRESS = "/v1/integrations/slack/install";

/** The page's answer. */
export function sayChat({ app, webhook }: Chat): string {
  const works = [app, webhook].filter((connection) => connection?.state === "connected");
  if (app === null && webhook === null)
    return "Slack is not connected: nothing is sent there, and everything else works.";
  if (works.length === 0) return "Slack has to be connected again: nothing can be posted there.";
  const where = app?.state === "connected" ? `the channels of ${nameOf(app)}` : "one channel of Slack";
  const trouble = works.some((connection) => connection?.lastError)
    ? "; the last message did not arrive"
    : "";
  return `Reports can be posted to ${where}${trouble}.`;
}

/** The workspace's name. */
export function nameOf({ team }: Pick<ChatApp, "team">): string {
  return team.name ?? team.id ?? "a workspace";
}

/** A place that a test message can go to. */
export interface Place {
  /** null: the webhook's own channel. */
  channel: string | null;
  name: string;
}

/** Every place to choose from; those where the app is in the channel come first. */
export function placesOf({ app, webhook }: Chat, channels: readonly Channel[]): Place[] {
  const ofWebhook = webhook === null ? [] : [{ channel: null, name: "The webhook’s own channel" }];
  if (app === null) return ofWebhook;
  const [inside, outside] = [true, false].map((isMember) =>
    channels.filter((channel) => channel.isMember === isMember),
  );
  return [
    ...ofWebhook,
    ...(inside ?? []).map(({ id, name }) => ({ channel: id, name: `#${name}` })),
    ...(outside ?? []).map(({ id, name }) => ({ channel: id, name: `#${name} (the app is not in it)` })),
  ];
}

/** What a test would be sent to: a typed id goes before a chosen place. */
export function chosenChannel(typed: string, chosen: string): string | null {
  const id = typed.trim();
  return id === "" ? chosen || null : id;
}

/** Who connected it, as a person says it. */
export function sayBy({ connectedBy }: Pick<ChatWebhook, "connectedBy">): string {
  return connectedBy === null ? "a key or account that no longer exists" : `“${connectedBy}”`;
}

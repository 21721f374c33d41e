/** How Slack is connected, and its channels; several pages ask. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

/** Slack allows few questions for all its channels. */
const FEW_MINUTES_MS = 300_000;

export const CHAT = ["chat"];

/** How the organization is connected to Slack; for administrators. */
export function useChat() {
  return useQuery({ queryKey: CHAT, queryFn: () => ask(api.v1.integrations.slack.get()) });
}

/** @param isConnected - Whether an app is connected that can list them. */
export function useChannels(isConnected: boolean) {
  return useQuery({
    queryKey: [...CHAT, "channels"],
    queryFn: () => ask(api.v1.integrations.slack.channels.get()),
    enabled: isConnected,
    staleTime: FEW_MINUTES_MS,
    refetchInterval: false,
  });
}

export type Chat = NonNullable<ReturnType<typeof useChat>["data"]>;
export type ChatApp = NonNullable<Chat["app"]>;
export type ChatWebhook = NonNullable<Chat["webhook"]>;
export type Channel = NonNullable<ReturnType<typeof useChannels>["data"]>["channels"][number];

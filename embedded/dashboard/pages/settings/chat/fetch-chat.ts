/** Changes how Slack is connected, and tries it out. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { CHAT } from "../../../api/chat.ts";
import { api } from "../../../api/client.ts";

/** A webhook address, in the place of the one before. */
export function useSetWebhook() {
  return useAfter((url: string) => ask(api.v1.integrations.slack.webhook.put({ url })));
}

/** @param channel - A channel's id; null means the webhook's own. */
export function useTestMessage() {
  return useAfter((channel: string | null) => ask(api.v1.integrations.slack.test.post({ channel })));
}

export function useDisconnect() {
  return useAfter(() => ask(api.v1.integrations.slack.delete()));
}

export type Disconnecting = ReturnType<typeof useDisconnect>;

/** Whatever comes of it, how Slack is connected may be another way now; its channels are the same. */
function useAfter<Answer, Asked = void>(mutationFn: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: CHAT, exact: true }),
  });
}

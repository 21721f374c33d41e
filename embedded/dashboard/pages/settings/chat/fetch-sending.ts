/** Makes, tests and deletes webhooks, and tests e-mail. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { WEBHOOKS } from "../../../api/webhooks.ts";

/** What a webhook is to be. */
export interface WebhookWish {
  name: string;
  url: string;
}

/** Makes a webhook; its secret is in this one answer and nowhere else. */
export function useMakeWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: WebhookWish) => ask(api.v1.integrations.webhooks.post(wish)),
    // the secret is forgotten as soon as the page lets go of it
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

export function useTestWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.integrations.webhooks({ id }).test.post()),
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

export function useDeleteWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.integrations.webhooks({ id }).delete()),
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

/** Sends one test message to all of the addresses. */
export function useTestEmail() {
  return useMutation({ mutationFn: (to: string[]) => ask(api.v1.integrations.email.test.post({ to })) });
}

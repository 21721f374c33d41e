/** Asks for the webhooks that messages can go to; several pages ask. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

export const WEBHOOKS = ["webhooks"];

/** Only admins may ask. */
export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS,
    queryFn: async () => (await ask(api.v1.integrations.webhooks.get())).webhooks,
  });
}

export type ListedWebhook = NonNullable<ReturnType<typeof useWebhooks>["data"]>[number];

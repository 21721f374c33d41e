/** Asks for the webhooks that messages can go to. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

/** Only admins may ask. */
export function useWebhooks() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: async () => (await ask(api.v1.integrations.webhooks.get())).webhooks,
  });
}

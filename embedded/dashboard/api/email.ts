/** Asks whether e-mail can be sent. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

/** Only admins may ask. */
export function useEmail() {
  return useQuery({ queryKey: ["email"], queryFn: () => ask(api.v1.integrations.email.get()) });
}

/** Asks how the server does, and how long it keeps records. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";

export const STATUS = ["settings status"];
const EVERY_MS = 10_000;

export function useStatus() {
  return useQuery({
    queryKey: STATUS,
    queryFn: () => ask(api.v1.admin.status.get()),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  });
}

/** What the server says of itself. */
export type Status = NonNullable<ReturnType<typeof useStatus>["data"]>;
export type Stage = Status["stages"][number];

export function useRetention() {
  return useQuery({ queryKey: ["settings retention"], queryFn: () => ask(api.v1.admin.retention.get()) });
}

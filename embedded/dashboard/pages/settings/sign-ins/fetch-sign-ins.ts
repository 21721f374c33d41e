/** Asks which browsers are signed in, and signs them out. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { PAGE_ROWS } from "../list-place.ts";

const KEY = "settings sign-ins";

/** Whose sign-ins are shown: the caller's own, or for an admin everybody's. */
export type Whose = "own" | "everybody";

/** @param cursor - null for the first page. */
export function useSignIns(whose: Whose, cursor: string | null) {
  return useQuery({
    queryKey: [KEY, whose, cursor],
    queryFn: () => {
      const page = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
      const query = whose === "own" ? { ...page, own: "true" as const } : page;
      return ask(api.v1["sign-ins"].get({ query }));
    },
    placeholderData: keepPreviousData,
  });
}

/** One sign-in of the list. */
export type SignInRow = NonNullable<ReturnType<typeof useSignIns>["data"]>["signIns"][number];

/** Signs one browser out. */
export function useEndSignIn() {
  return useEnding((id: string) => ask(api.v1["sign-ins"]({ id }).delete()));
}

/** Signs out all own browsers but this one. */
export function useEndOthers() {
  return useEnding(() => ask(api.v1["sign-ins"].delete()));
}

function useEnding<Asked, Answer>(mutationFn: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }) });
}

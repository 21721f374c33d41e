/** One notice for the whole page when the server does not answer, however many requests wait for it. */
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isAway } from "../api/ask.ts";
import { Callout } from "../parts/callout.tsx";

export function ServerGone() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const isGone = useSyncExternalStore(
    (note) => cache.subscribe(note),
    () => cache.findAll({ type: "active" }).some(({ state }) => isAway(state.error)),
  );
  if (!isGone) return null;
  return (
    <div className="stale">
      <Callout tone="bad" title="The server does not answer">
        It may be stopped, or this machine is offline. What was read before stays here, and the page tries
        again automatically.
      </Callout>
      <button
        type="button"
        className="button"
        onClick={() =>
          void client.refetchQueries({ type: "active", predicate: ({ state }) => isAway(state.error) })
        }
      >
        Try again
      </button>
    </div>
  );
}

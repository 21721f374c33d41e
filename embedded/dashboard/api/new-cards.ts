/** New cards as they are written: an event stream that reconnects automatically and continues where it was. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Card } from "../../../src/insights/advisor/card.ts";

/** Whether new cards arrive automatically now. */
export type Liveness = "opening" | "live" | "away";

/** The listeners. */
export interface CardListener {
  /** A card was made. */
  heard(card: Card): void;
  /** Cards may have been missed: the list has them. */
  missed(): void;
}

const PATH = "/v1/advisor/stream";
/** The browser tries again automatically while the server is away, but not once it was refused. */
const AGAIN_MS = 5_000;

/**
 * Listens while the page is shown and its tab is visible.
 *
 * A hidden tab closes its connection, because a browser has only six. It misses nothing, because it knows its place.
 */
export function useNewCards(listener: CardListener): Liveness {
  const [liveness, setLiveness] = useState<Liveness>("opening");
  const client = useQueryClient();
  const heard = useEffectEvent((card: Card) => listener.heard(card));
  const missed = useEffectEvent(() => listener.missed());
  // whoever was signed out learns it from this answer
  const refused = useEffectEvent(() => void client.invalidateQueries({ queryKey: ["session"] }));
  useEffect(() => listenForCards({ heard, missed, refused, changed: setLiveness }), []);
  return liveness;
}

interface Ear extends CardListener {
  changed(liveness: Liveness): void;
  refused(): void;
}

/** Returns what ends it. */
function listenForCards(ear: Ear): () => void {
  let source: EventSource | null = null;
  let lastEventId: string | null = null;
  let hasListened = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    close();
    if (document.hidden) return;
    // it has received none yet, so its place is unknown
    if (hasListened && lastEventId === null) ear.missed();
    hasListened = true;
    const opened = new EventSource(lastEventId === null ? PATH : `${PATH}?last_event_id=${lastEventId}`);
    opened.addEventListener("open", () => ear.changed("live"));
    opened.addEventListener("card", (event: MessageEvent<string>) => {
      lastEventId = event.lastEventId;
      ear.heard(JSON.parse(event.data) as Card);
    });
    opened.addEventListener("resync", (event: MessageEvent<string>) => {
      lastEventId = event.lastEventId;
      ear.missed();
    });
    opened.addEventListener("error", () => lose(opened));
    source = opened;
  }

  function lose(lost: EventSource): void {
    ear.changed("away");
    if (lost.readyState !== EventSource.CLOSED) return;
    ear.refused();
    again = setTimeout(open, AGAIN_MS);
  }

  function close(): void {
    clearTimeout(again);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", open);
    close();
  };
}

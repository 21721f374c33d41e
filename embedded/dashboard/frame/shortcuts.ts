/** The keys of the pages: one list, which the keyboard follows and `?` shows. */
import { useEffect, useRef } from "react";
import type { PageAddress } from "../addresses.ts";

/** The second key after `g`, and the page that it leads to. */
export const GO_KEYS: Readonly<Record<string, PageAddress>> = {
  o: "/",
  u: "/usage",
  t: "/team",
  s: "/sessions",
  p: "/prompts",
  m: "/rightsizing",
  w: "/throttle",
  c: "/advisor",
  k: "/check-in",
  r: "/reports",
  d: "/schedules",
  l: "/alerts",
  b: "/governance",
  a: "/connect",
  e: "/settings",
};

/** How long after `g` the second key may come. */
const SECOND_KEY_MS = 1500;

/** What the keys do. */
export interface KeyDeeds {
  search(): void;
  showKeys(): void;
  go(address: PageAddress): void;
}

/** Hears the keys while the page is open; one typed into a field is text. */
export function useShortcuts(deeds: KeyDeeds): void {
  const awaiting = useRef(0);
  const newest = useRef(deeds);
  useEffect(() => {
    newest.current = deeds;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const meant = meaningOf(event, {
        isTyping: isTyping(event.target),
        isSecond: event.timeStamp - awaiting.current < SECOND_KEY_MS,
      });
      awaiting.current = meant?.kind === "go_next" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (meant === null) return;
      event.preventDefault();
      follow(meant, newest.current);
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

/** What a key means. */
type Meaning =
  { kind: "search" } | { kind: "keys" } | { kind: "go_next" } | { kind: "go"; address: PageAddress };

/** What of a key's event decides. */
export type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Where a key was pressed, and whether `g` came just before. */
export interface Around {
  isTyping: boolean;
  isSecond: boolean;
}

/** Returns what a key means, null for nothing. */
export function meaningOf(pressed: Pressed, { isTyping, isSecond }: Around): Meaning | null {
  if (isSearch(pressed)) return { kind: "search" };
  if (isOfBrowser(pressed) || isTyping) return null;
  const address = isSecond ? GO_KEYS[pressed.key] : undefined;
  return address === undefined ? (BY_KEY[pressed.key] ?? null) : { kind: "go", address };
}

/** Ctrl K, and ⌘ K on a Mac; also while somebody types. */
function isSearch({ key, ctrlKey, metaKey }: Pressed): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey);
}

function isOfBrowser({ ctrlKey, metaKey, altKey }: Pressed): boolean {
  return ctrlKey || metaKey || altKey;
}

const BY_KEY: Readonly<Record<string, Meaning>> = {
  "/": { kind: "search" },
  "?": { kind: "keys" },
  g: { kind: "go_next" },
};

function follow(meant: Meaning, { search, showKeys, go }: KeyDeeds): void {
  switch (meant.kind) {
    case "search":
      return search();
    case "keys":
      return showKeys();
    case "go":
      return go(meant.address);
    case "go_next":
      return undefined;
  }
}

/** Letters are text there, or choose among what is listed. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

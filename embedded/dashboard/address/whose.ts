/** Whose work a page shows: one developer's, or everybody's that the key may read. It is in the address. */
import { readsEverybody } from "../api/session.ts";
import { useLedLabels } from "../api/team.ts";
import { useCaller } from "../frame/session-context.ts";
import { useParameter } from "./range.ts";
import { EVERYONE, type Whose, whoseOf } from "./whose-of.ts";

export type { Whose } from "./whose-of.ts";

/** Whose work the reader may choose. */
export interface Choice {
  isFree: boolean;
  /** What everybody whose work it may be is called. */
  everyone: string;
}

/**
 * Returns whether the reader may choose whose work a page shows.
 *
 * @param isLed - Whether the page is of those that show a lead other people too.
 */
export function useChoice(isLed: boolean): Choice {
  const caller = useCaller();
  const led = useLedLabels();
  if (isLed && led !== null) return { isFree: true, everyone: `Everyone with ${led.join(" ")}` };
  return { isFree: readsEverybody(caller), everyone: "Everyone" };
}

/**
 * A personal key or account shows its own developer until somebody else is chosen, any other key everyone.
 *
 * @param isLed - Whether the page is of those that show a lead other people too.
 */
export function useWhose(isLed = false): [Whose, (id: string | null) => void] {
  const ownId = useCaller().developer?.id ?? null;
  const { isFree: mayReadAll } = useChoice(isLed);
  const [asked, change] = useParameter("developer");
  const choose = (id: string | null): void => {
    if (id === ownId) change(null);
    else change(id ?? EVERYONE);
  };
  return [whoseOf(asked, { ownId, mayReadAll }), choose];
}

/** The filter as the API takes it. */
export function filterOf(whose: Whose): { developer?: string } {
  return whose.kind === "one" ? { developer: whose.id } : {};
}

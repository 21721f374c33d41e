/** Whose work a page shows: one developer's, or everybody's that the key may read. It is in the address. */
import { useCaller } from "../frame/session-context.ts";
import { useParameter } from "./range.ts";
import { EVERYONE, type Whose, whoseOf } from "./whose-of.ts";

export type { Whose } from "./whose-of.ts";

/** A personal key shows its own developer until somebody else is chosen, any other key everyone. */
export function useWhose(): [Whose, (id: string | null) => void] {
  const { developer, role } = useCaller();
  const ownId = developer?.id ?? null;
  const [asked, change] = useParameter("developer");
  const choose = (id: string | null): void => {
    if (id === ownId) change(null);
    else change(id ?? EVERYONE);
  };
  return [whoseOf(asked, { ownId, mayReadAll: role === "admin" || ownId === null }), choose];
}

/** The filter as the API takes it. */
export function filterOf(whose: Whose): { developer?: string } {
  return whose.kind === "one" ? { developer: whose.id } : {};
}

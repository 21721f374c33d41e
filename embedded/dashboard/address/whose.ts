/** Whose work a page shows: one developer's, or everybody's that the key may read. It stands in the address. */
import { useCaller } from "../frame/session-context.ts";
import { useParameter } from "./range.ts";

export type Whose = { kind: "everyone" } | { kind: "one"; id: string; isSelf: boolean };

const EVERYONE = "everyone";

/** A bound key shows its own developer until somebody else is chosen, any other key everyone. */
export function useWhose(): [Whose, (id: string | null) => void] {
  const own = useCaller().developer?.id ?? null;
  const [asked, change] = useParameter("developer");
  const choose = (id: string | null): void => {
    if (id === own) change(null);
    else change(id ?? EVERYONE);
  };
  return [whoseOf(asked, own), choose];
}

/** Takes: the address's parameter; the developer of the key. */
export function whoseOf(asked: string | null, own: string | null): Whose {
  const id = asked ?? own;
  if (id === null || id === EVERYONE) return { kind: "everyone" };
  return { kind: "one", id, isSelf: id === own };
}

/** The filter as the API takes it. */
export function filterOf(whose: Whose): { developer?: string } {
  return whose.kind === "one" ? { developer: whose.id } : {};
}

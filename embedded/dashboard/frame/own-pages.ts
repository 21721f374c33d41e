/** The pages that the caller finds in the sidebar: a member only those with something for members. */
import { type Page, PAGES } from "../page-list.tsx";
import { useCaller } from "./session-context.ts";

/** A page with a place in the sidebar. */
export type PlacedPage = Page & { place: NonNullable<Page["place"]> };

export function useOwnPages(): PlacedPage[] {
  const { role } = useCaller();
  return PAGES.filter(
    (page): page is PlacedPage => page.place !== null && (page.place.adminOnly !== true || role === "admin"),
  );
}

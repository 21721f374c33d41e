/** The pages that the caller finds in the sidebar: a member only those with something for members. */
import { type Page, PAGES } from "../page-list.tsx";
import { useCaller } from "./session-context.ts";

/** A page with a place in the sidebar. */
export type PlacedPage = Page & { place: NonNullable<Page["place"]> };

export function useOwnPages(): PlacedPage[] {
  const { role, developer } = useCaller();
  const pages = PAGES.filter(
    (page): page is PlacedPage => page.place !== null && (page.place.adminOnly !== true || role === "admin"),
  );
  return developer === null ? pages : pages.map(nameHome);
}

/** The first page of whoever has a key of their own is about them. */
function nameHome(page: PlacedPage): PlacedPage {
  return page.address === "/" ? { ...page, place: { ...page.place, name: "You" } } : page;
}

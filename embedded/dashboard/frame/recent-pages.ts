/** The pages that were open since this tab was loaded; nothing of it is kept in the browser. */

/** A page that was open. */
export interface RecentPage {
  /** With its parameters. */
  address: string;
  title: string;
}

const MOST = 12;

let recent: readonly RecentPage[] = [];

/** Notes that a page is open; the same page with other parameters takes its place. */
export function noteRecentPage(page: RecentPage): void {
  recent = withRecent(recent, page);
}

/** Returns the newest first, with the page that is open. */
export function recentPages(): readonly RecentPage[] {
  return recent;
}

/** Returns the list with a page at its head. */
export function withRecent(before: readonly RecentPage[], page: RecentPage): RecentPage[] {
  const others = before.filter(({ address }) => pathOf(address) !== pathOf(page.address));
  return [page, ...others].slice(0, MOST);
}

function pathOf(address: string): string {
  return address.split("?")[0] ?? address;
}

/** The labels that pages are filtered by: they are in the address, and stay there from page to page. */

const NAME = "label";

/**
 * Pages about one thing show it whatever its labels are; others are about the server, or about people's habits.
 */
const FILTERED = /^\/(?:usage|team|developers\/[^/]+|sessions|prompts|rightsizing|throttle|reports|search)?$/;

/** Pages about work that show all of it: who comes to them with labels has to know that. */
const OF_ALL_WORK = /^\/(?:governance|advisor|check-in)/;

/** Whether a page is about all work, whatever labels its address has. */
export function isOfAllWork(path: string): boolean {
  return OF_ALL_WORK.test(path);
}

/** Whether a page shows only what has the labels of its address. */
export function isFiltered(path: string): boolean {
  return FILTERED.test(path);
}

/** Returns labels such as `team.id:platform`. */
export function labelsIn(search: string): string[] {
  return new URLSearchParams(search).getAll(NAME);
}

/** Those that answers on the page that is shown are filtered by; none where no page is, as on the server. */
export function labelsHere(): string[] {
  if (!("location" in globalThis) || !isFiltered(location.pathname)) return [];
  return labelsIn(location.search);
}

/** Returns an address with these labels in the place of its own. */
export function addressWithLabels(address: string, labels: readonly string[]): string {
  const [path = "", search = ""] = address.split("?");
  const parameters = new URLSearchParams(search);
  parameters.delete(NAME);
  for (const label of labels) parameters.append(NAME, label);
  const rest = parameters.toString();
  return rest === "" ? path : `${path}?${rest}`;
}

/** Returns an address with one more label than this page has. */
export function addressWithLabel(address: string, label: string): string {
  return addressWithLabels(address, [...new Set([...labelsHere(), label])]);
}

/** Returns an address of this server with the labels of the page that leads to it, unless it has its own. */
export function keepLabels(address: string): string {
  if (!("location" in globalThis) || !address.startsWith("/") || /^\/(?:sign-in|docs)/.test(address))
    return address;
  const kept = labelsIn(location.search);
  const hasOwn = labelsIn(address.split("?")[1] ?? "").length > 0;
  return kept.length === 0 || hasOwn ? address : addressWithLabels(address, kept);
}

/** Returns a request's address with the labels of the page, for answers that are read. */
export function requestWithLabels(address: string, method: string): string {
  const labels = method === "GET" ? labelsHere() : [];
  if (labels.length === 0) return address;
  const url = new URL(address);
  if (url.searchParams.has(NAME)) return address;
  for (const label of labels) url.searchParams.append(NAME, label);
  return url.href;
}

/** Opens a page in a fresh browser context, and says when it showed what it is for and what it asked before. */
import type { Browser, Request } from "playwright-core";
import { openPage } from "../browser/open-browser.ts";

/** One opening. */
export interface Opened {
  /** From the navigation to the frame that shows it. */
  shownMs: number;
  /** The longest row of questions to the API, answered before it was shown, that may each have waited for another. */
  inARow: number;
}

/** What is opened, and the selector of what it is for. */
export interface PageToOpen {
  address: string;
  ready: string;
}

const LONGEST_WAIT_MS = 60_000;
const API = /\/(v1|scoring)\//;

/** Opens it signed in, with nothing in the browser's cache. */
export async function openMeasured(
  browser: Browser,
  { url, key }: { url: string; key: string },
  { address, ready }: PageToOpen,
): Promise<Opened> {
  const { page } = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  await page.request.post("/v1/session", { data: { key }, headers: { origin: url } });
  const asked: Request[] = [];
  page.on("requestfinished", (request) => {
    if (API.test(new URL(request.url()).pathname)) asked.push(request);
  });
  await page.addInitScript({ content: noteWhenShown(ready) });
  await page.goto(address);
  // a selector, because waiting for a script's value would want to evaluate text, which the pages forbid
  await page.locator("html[data-shown-ms]").waitFor({ state: "attached", timeout: LONGEST_WAIT_MS });
  const [shownMs, startedAt] = await page.evaluate<[number, number]>(
    "[Number(document.documentElement.dataset.shownMs), performance.timeOrigin]",
  );
  const spans = asked.map(spanOf).filter(({ to }) => to <= startedAt + shownMs);
  await page.context().close();
  return { shownMs, inARow: longestRow(spans) };
}

/** For the page itself: looks in every frame, and notes the time of the one after. */
function noteWhenShown(ready: string): string {
  return `requestAnimationFrame(function look() {
    if (document.querySelector(${JSON.stringify(ready)}) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { document.documentElement.dataset.shownMs = performance.now(); });
  });`;
}

interface Span {
  from: number;
  to: number;
}

function spanOf(request: Request): Span {
  const { startTime, responseEnd } = request.timing();
  return { from: startTime, to: startTime + responseEnd };
}

/** A question may have waited for every one that had ended when it was asked. */
function longestRow(spans: readonly Span[]): number {
  const rows: number[] = [];
  const inOrder = spans.toSorted((left, right) => left.from - right.from);
  inOrder.forEach(({ from }, place) => {
    const before = inOrder.slice(0, place).flatMap(({ to }, index) => (to <= from ? (rows[index] ?? 0) : []));
    rows.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...rows);
}

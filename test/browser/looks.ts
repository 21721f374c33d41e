/**
 * How every page is looked at: signed in, in both themes, wide and on a phone, and whether it is sound.
 *
 * axe takes most of that time: it looks at each page in both themes, and in the dark one either wide or on a phone, in
 * turn. With ALL_LOOKS=1 it looks at each page in every look.
 */
import { describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { violationsOf } from "./axe.ts";

/** How long a browser waits for anything: a busy machine is slow. */
export const PATIENCE_MS = 240_000;

/** A theme, and how many pixels wide. */
export type Look = readonly ["light" | "dark", 1440 | 390];

/** How pages are opened. */
const OPENED: Look = ["light", 1440];

const OTHER_LOOKS: readonly Look[] = [
  ["light", 390],
  ["dark", 390],
  ["dark", 1440],
];

/** A running server, and the key to sign in with. */
export interface SignIn {
  url: string;
  key: string;
}

/** Pages that were left, by browser and by whose they are and how they look. */
const leftPages = new WeakMap<Browser, Map<string, WatchedPage[]>>();

/** Puts a page where the next test finds it. */
const waysBack = new WeakMap<Page, () => Promise<void>>();

/**
 * Opens a page signed in; without an address nothing is loaded yet.
 *
 * @returns A page that an earlier test of the same key and look left, where there is one: it need not sign in
 *   again.
 */
export async function openSignedIn(
  browser: Browser,
  signIn: SignIn,
  { address, look = OPENED }: { address?: string; look?: Look } = {},
): Promise<WatchedPage> {
  const left = leftPages.get(browser) ?? new Map<string, WatchedPage[]>();
  leftPages.set(browser, left);
  const kind = [signIn.url, signIn.key, ...look].join(" ");
  const sameKind = left.get(kind) ?? [];
  left.set(kind, sameKind);
  const watched = sameKind.pop() ?? (await signInAnew(browser, signIn, look));
  waysBack.set(watched.page, async () => {
    // ends what the page still does, so that nothing of it is held against the next one
    await watched.page.goto("about:blank");
    watched.complaints.length = 0;
    watched.strays.length = 0;
    sameKind.push(watched);
  });
  if (address !== undefined) await watched.page.goto(address);
  return watched;
}

/** Leaves a page to the next test. One that failed leaves nothing: its page is not used again. */
export async function leave(page: Page): Promise<void> {
  await waysBack.get(page)?.();
}

async function signInAnew(browser: Browser, { url, key }: SignIn, look: Look): Promise<WatchedPage> {
  const [colorScheme, width] = look;
  const watched = await openPage(browser, url, { viewport: { width, height: 900 }, colorScheme });
  watched.page.setDefaultTimeout(PATIENCE_MS);
  await watched.page.request.post("/v1/session", { data: { key }, headers: { origin: url } });
  return watched;
}

/** Waits until a page asks nothing more; it complained of nothing, asked no other host, fits, and axe finds nothing. */
export async function expectSound(watched: WatchedPage): Promise<void> {
  await watched.page.waitForLoadState("networkidle");
  await expectFits(watched);
  expect(await violationsOf(watched.page)).toEqual([]);
}

/** Whether all looks are for axe, and how many dark ones it has had. */
const forAxe = { all: Bun.env["ALL_LOOKS"] === "1", dark: 0 };

/** Expects the same of a page that is open, wide and light: it is resized for the other looks, not loaded again. */
export async function expectSoundInAllLooks(watched: WatchedPage): Promise<void> {
  await expectSound(watched);
  forAxe.dark += 1;
  const chosenWidth = forAxe.dark % 2 === 1 ? 390 : 1440;
  for (const [theme, width] of OTHER_LOOKS) {
    await show(watched.page, [theme, width]);
    await expectFits(watched);
    if (forAxe.all || (theme === "dark" && width === chosenWidth))
      expect(await violationsOf(watched.page)).toEqual([]);
  }
  await show(watched.page, OPENED);
}

async function show(page: Page, [colorScheme, width]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Charts are drawn anew when their width has changed. */
const REDRAWN_WITHIN_MS = 30_000;

async function expectFits({ page, complaints, strays }: WatchedPage): Promise<void> {
  const readOverflow = () => page.evaluate<number>(OVERFLOW);
  // not waitForFunction: when it looks again, it evaluates text, which the page's policy forbids
  await eventually(async () => (await readOverflow()) === 0, REDRAWN_WITHIN_MS).catch(() => {});
  const overflow = await readOverflow();
  expect({ complaints, strays, overflow }).toEqual({ complaints: [], strays: [], overflow: 0 });
}

/**
 * Tests that pages are sound in every look.
 *
 * @param pages Each with its address, and a part that shows that the page has its answers.
 */
export function testSoundPages(
  open: (address: string) => Promise<WatchedPage>,
  pages: readonly (readonly [address: string, ready: string])[],
): void {
  describe("in both themes, wide and on a phone,", () => {
    test.each(pages.map((page) => [...page] as const))(
      "%s complains of nothing, asks no other host, fits, and axe finds nothing",
      async (address, ready) => {
        const watched = await open(address);
        await watched.page.locator(ready).first().waitFor();
        await expectSoundInAllLooks(watched);
        await leave(watched.page);
      },
      PATIENCE_MS,
    );
  });
}

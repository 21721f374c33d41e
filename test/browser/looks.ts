/**
 * How every page is looked at: signed in, in both themes, wide and on a phone, and whether it is sound.
 *
 * axe takes most of that time: it looks at each page in the light theme wide, and in the dark one on a phone at what
 * theme and width can change. With ALL_LOOKS=1 it looks at all of each page in every look.
 */
import { describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { ALL_LOOKS, OF_LOOKS, violationsOf } from "./axe.ts";

/** How long a browser waits for anything: a busy machine is slow. */
export const PATIENCE_MS = 480_000;
/** What a page waits for fails before its test ends: then the error names it, and the server goes on for other tests. */
const PAGE_PATIENCE_MS = PATIENCE_MS / 2;

/** A theme, and how many pixels wide. */
export type Look = readonly ["light" | "dark", 1440 | 390];

/** How pages are opened. */
const OPENED: Look = ["light", 1440];

/** Each changes the theme or the width only, because a page is laid out anew for another width. */
const OTHER_LOOKS: readonly Look[] = [
  ["dark", 1440],
  ["dark", 390],
  ["light", 390],
];

/** A running server, and the key to sign in with. */
export interface SignIn {
  url: string;
  key: string;
}

/** Pages that were left, by browser and by the address of their server. */
const leftPages = new WeakMap<Browser, Map<string, WatchedPage[]>>();

/** Puts a page where the next test finds it. */
const waysBack = new WeakMap<Page, () => void>();

/** The key that a page is signed in with. */
const keysOfPages = new WeakMap<Page, string>();

/**
 * Opens a page signed in.
 *
 * @param how.isOnlyRead - Nothing on the server changes while tests look at it: a page that was left with the same key
 *   goes to the address as its links do, which is half of the work of loading it anew.
 * @returns A page that an earlier test left, where there is one, signed in with this key and shown in this look: a
 *   new one takes more time than most tests.
 */
export async function openSignedIn(
  browser: Browser,
  signIn: SignIn,
  { address, look = OPENED, isOnlyRead = false }: { address: string; look?: Look; isOnlyRead?: boolean },
): Promise<WatchedPage> {
  const left = leftPages.get(browser) ?? new Map<string, WatchedPage[]>();
  leftPages.set(browser, left);
  const ofServer = left.get(signIn.url) ?? [];
  left.set(signIn.url, ofServer);
  const watched = ofServer.pop() ?? (await openPage(browser, signIn.url));
  const { page, complaints, strays } = watched;
  waysBack.set(page, () => void ofServer.push(watched));
  page.setDefaultTimeout(PAGE_PATIENCE_MS);
  await show(page, look);
  const goes =
    isOnlyRead && keysOfPages.get(page) === signIn.key && (await page.evaluate<boolean>(IS_OF_APP));
  if (goes) await page.evaluate(goTo(address));
  else {
    await signInAs(page, signIn);
    await page.goto(address, { waitUntil: "commit" });
  }
  // what was there has ended now, and nothing of it is held against the next
  complaints.length = 0;
  strays.length = 0;
  await page.waitForLoadState();
  return watched;
}

/** The documents and the reference are pages without it. */
const IS_OF_APP = "document.getElementById('root') !== null";

/** By way of an address that no page has, so that the page begins anew if it is the same one. */
function goTo(address: string): string {
  return `new Promise((done) => {
    history.pushState(null, "", "/nowhere");
    setTimeout(() => done(history.pushState(null, "", ${JSON.stringify(address)})));
  })`;
}

/** Leaves a page to the next test. One that failed leaves nothing: its page is not used again. */
export function leave(page: Page): void {
  waysBack.get(page)?.();
}

async function signInAs(page: Page, { url, key }: SignIn): Promise<void> {
  keysOfPages.set(page, key);
  await page.context().clearCookies();
  await page.request.post("/v1/session", { data: { key }, headers: { origin: url } });
}

/** Waits until a page asks nothing more; it complained of nothing, asked no other host, fits, and axe finds nothing. */
export async function expectSound(watched: WatchedPage): Promise<void> {
  await expectFits(watched);
  expect(await violationsOf(watched.page)).toEqual([]);
}

/** Expects the same of a page that is open, wide and light: it is resized for the other looks, not loaded again. */
export async function expectSoundInAllLooks(watched: WatchedPage): Promise<void> {
  await expectSound(watched);
  for (const [theme, width] of OTHER_LOOKS) {
    await show(watched.page, [theme, width]);
    await expectFits(watched);
    if (ALL_LOOKS) expect(await violationsOf(watched.page)).toEqual([]);
    else if (theme === "dark" && width === 390)
      expect(await violationsOf(watched.page, OF_LOOKS)).toEqual([]);
  }
  await show(watched.page, OPENED);
}

async function show(page: Page, [colorScheme, width]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Charts are drawn anew when their width has changed. */
const REDRAWN_WITHIN_MS = 60_000;

/**
 * Expects the same without axe, which takes most of that time: for a page that axe looks at in the same state in
 * another test.
 */
export async function expectFits({ page, complaints, strays }: WatchedPage): Promise<void> {
  await page.waitForLoadState("networkidle");
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
        leave(watched.page);
      },
      PATIENCE_MS,
    );
  });
}

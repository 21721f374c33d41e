/** How every page is looked at: signed in, in both themes, wide and on a phone, and whether it is sound. */
import { expect } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { violationsOf } from "./axe.ts";

/** How long a browser waits for anything: a busy machine is slow. */
export const PATIENCE_MS = 240_000;

/** A theme, and how many pixels wide. */
export type Look = readonly ["light" | "dark", 1440 | 390];

/** How pages are opened; `expectSoundInBothThemes` looks at each of them in the other theme too. */
export const LOOKS: readonly Look[] = [
  ["light", 1440],
  ["dark", 390],
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
  { address, look = ["light", 1440] }: { address?: string; look?: Look } = {},
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
export async function expectSound({ page, complaints, strays }: WatchedPage): Promise<void> {
  await page.waitForLoadState("networkidle");
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect({ complaints, strays, overflow }).toEqual({ complaints: [], strays: [], overflow: 0 });
  expect(await violationsOf(page)).toEqual([]);
}

/** The same, and once more in the other theme: only the style sheet knows of themes, so the page need not load again. */
export async function expectSoundInBothThemes(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await expectSound(watched);
  const opened = (await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches"))
    ? "dark"
    : "light";
  await page.emulateMedia({ colorScheme: opened === "dark" ? "light" : "dark" });
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: opened });
}

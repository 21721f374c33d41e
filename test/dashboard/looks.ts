/** How every page is looked at: signed in, in both themes, wide and on a phone, and found sound or not. */
import { expect } from "bun:test";
import type { Browser } from "playwright-core";
import { openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { violationsOf } from "./axe.ts";

/** How long a browser waits for anything: a busy machine is slow. */
export const PATIENCE_MS = 120_000;

/** A theme, and how many pixels wide. */
export type Look = readonly ["light" | "dark", 1440 | 390];

export const LOOKS: readonly Look[] = [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
];

/** A running server, and the key to sign in with. */
export interface SignIn {
  url: string;
  key: string;
}

/** Opens a page signed in; without an address nothing is loaded yet. */
export async function openSignedIn(
  browser: Browser,
  { url, key }: SignIn,
  { address, look = ["light", 1440] }: { address?: string; look?: Look } = {},
): Promise<WatchedPage> {
  const [colorScheme, width] = look;
  const watched = await openPage(browser, url, { viewport: { width, height: 900 }, colorScheme });
  const { page } = watched;
  page.setDefaultTimeout(PATIENCE_MS);
  await page.request.post("/v1/session", { data: { key }, headers: { origin: url } });
  if (address !== undefined) await page.goto(address);
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

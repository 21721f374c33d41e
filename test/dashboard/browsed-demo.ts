/** The demo in a real browser, for all tests of a `describe`: started before them and ended after them. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { type KeptDemo, startKeptDemo } from "../../scripts/browser/kept-demo.ts";
import { openBrowser, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { type Look, openSignedIn, PATIENCE_MS } from "./looks.ts";

export interface BrowsedDemo {
  /** Once it runs. */
  readonly demo: KeptDemo;
  readonly browser: Browser;
  /** Opens a page signed in, with the demo's own key where none is given. */
  open(address: string, how?: { key?: string; look?: Look }): Promise<WatchedPage>;
  /** Makes a member's key for a developer. */
  makeKey(developer: string): Promise<string>;
}

/** @remarks Takes called where hooks may be, in a `describe`. */
export function browseDemo(): BrowsedDemo {
  let demo: KeptDemo;
  let browser: Browser;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startKeptDemo(), openBrowser()]);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await demo.stop();
  }, PATIENCE_MS);

  return {
    get demo() {
      return demo;
    },
    get browser() {
      return browser;
    },
    open: (address, { key = demo.key, look } = {}) =>
      openSignedIn(browser, { url: demo.url, key }, { address, ...(look && { look }) }),
    makeKey: (developer) => makeMemberKey(demo, developer),
  };
}

async function makeMemberKey({ url, key }: KeptDemo, developer: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "browser", role: "member", developer });
  const made = await fetch(`${url}/v1/admin/keys`, { method: "POST", headers, body });
  if (made.status !== 201) throw new Error(`making a key for ${developer}: ${await made.text()}`);
  return ((await made.json()) as { key: string }).key;
}

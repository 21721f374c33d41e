/** The demo in a real browser, for all tests of a `describe`: the one of this run, or a copy that they may change. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../../scripts/browser/open-browser.ts";
import type { WatchedPage } from "../../scripts/browser/open-browser.ts";
import type { Kept } from "../kept/keep.ts";
import { type Look, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { KEEPER_PATIENCE_MS, ofThisRun } from "../kept/of-this-run.ts";
import { serveNewDirectory } from "./served.ts";

export interface BrowsedDemo {
  /** Once it runs. */
  readonly demo: Pick<Kept["demo"], "url" | "key">;
  readonly browser: Browser;
  /** Opens a page signed in, with the demo's own key where none is given. */
  open(address: string, how?: { key?: string; look?: Look }): Promise<WatchedPage>;
  /** Makes a member's key for a developer. */
  makeKey(developer: string): Promise<string>;
}

/** The one demo of this run: tests read it, and change nothing that another test could see. */
export function browseDemo(): BrowsedDemo {
  const start = async () => ({ demo: await ofThisRun("demo"), stop: () => Promise.resolve() });
  return browse(start, { isOnlyRead: true });
}

/** A server with a copy of the demo's data, without its judge model; it goes when the tests are done. */
export function browseCopyOfDemo(): BrowsedDemo {
  return browse(async () => {
    const { key, backup } = await ofThisRun("demo");
    const { url, remove } = await serveNewDirectory({ backup });
    return { demo: { url, key }, stop: remove };
  });
}

type Started = { demo: BrowsedDemo["demo"]; stop(): Promise<void> };

function browse(start: () => Promise<Started>, { isOnlyRead = false } = {}): BrowsedDemo {
  let started: Started;
  let browser: Browser;

  beforeAll(async () => {
    [started, browser] = await Promise.all([start(), openBrowser()]);
  }, KEEPER_PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await started.stop();
  }, PATIENCE_MS);

  return {
    get demo() {
      return started.demo;
    },
    get browser() {
      return browser;
    },
    open: (address, { key = started.demo.key, look } = {}) =>
      openSignedIn(browser, { url: started.demo.url, key }, { address, isOnlyRead, ...(look && { look }) }),
    makeKey: (developer) => makeMemberKey(started.demo, developer),
  };
}

async function makeMemberKey({ url, key }: BrowsedDemo["demo"], developer: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "browser", role: "member", developer });
  const made = await fetch(`${url}/v1/admin/keys`, { method: "POST", headers, body });
  if (made.status !== 201) throw new Error(`making a key for ${developer}: ${await made.text()}`);
  return ((await made.json()) as { key: string }).key;
}

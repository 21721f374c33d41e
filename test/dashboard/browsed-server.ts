/** A new server in a real browser, for all tests of a `describe`: started before them and ended after them. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../../scripts/browser/open-browser.ts";
import { PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";

export interface BrowsedServer {
  /** Once it runs. */
  readonly server: ServedDirectory;
  readonly browser: Browser;
}

/** @remarks Takes called where hooks may be, in a `describe`. */
export function browseNewServer(): BrowsedServer {
  let server: ServedDirectory;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serveNewDirectory(), openBrowser()]);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await server.remove();
  }, PATIENCE_MS);

  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
  };
}

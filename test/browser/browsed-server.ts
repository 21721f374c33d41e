/** An empty server in a real browser, for all tests of a `describe`: the one of this run, or a new one. */
import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../../scripts/browser/open-browser.ts";
import type { Kept } from "../kept/keep.ts";
import { PATIENCE_MS } from "./looks.ts";
import { ofThisRun } from "../kept/of-this-run.ts";
import { type ServedDirectory, type ServerSettings, serveNewDirectory } from "./served.ts";

export interface BrowsedServer<Server> {
  /** Once it runs. */
  readonly server: Server;
  readonly browser: Browser;
}

/** The one empty server of this run: tests read it, and send it nothing. */
export function browseEmptyServer(): BrowsedServer<Kept["server"]> {
  return browse(
    () => ofThisRun("server"),
    () => Promise.resolve(),
  );
}

/**
 * A server for this `describe`; it goes when the tests are done.
 *
 * @param settings - Called before it starts.
 */
export function browseNewServer(settings: () => ServerSettings = () => ({})): BrowsedServer<ServedDirectory> {
  return browse(
    () => serveNewDirectory({ settings: settings() }),
    (server) => server.remove(),
  );
}

function browse<Server>(
  start: () => Promise<Server>,
  end: (server: Server) => Promise<void>,
): BrowsedServer<Server> {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), openBrowser()]);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await end(server);
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

/** The browser of this run. */
import type { Browser } from "playwright-core";
import { connectBrowser } from "../../scripts/browser/open-browser.ts";
import { ofThisRun } from "../kept/of-this-run.ts";

/** Returns a connection to it: what is opened through it is closed with it. */
export async function browserOfThisRun(): Promise<Browser> {
  return connectBrowser(await ofThisRun("chromium"));
}

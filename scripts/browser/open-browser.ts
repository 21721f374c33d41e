/** A browser that notes what pages complain of and whom they ask. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The headless shell first: it loads a page with half of the work. */
const PLACES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);

/** Returns where a Chromium is installed, null when none is. */
export function chromiumPath(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null;
}

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  "--disable-dev-shm-usage",
  // it would ask its maker's servers for updates and the like
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*, EXCLUDE localhost, EXCLUDE *.localhost",
];

/** @throws An exception that says what to install. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: requirePath(), args: ARGS });
}

function requirePath(): string {
  const path = chromiumPath();
  if (path === null)
    throw new Error("there is no Chromium; on Debian: apt-get install chromium-headless-shell");
  return path;
}

/** A page, and what it said and did. */
export interface WatchedPage {
  page: Page;
  /** Errors of its console, and what broke in it. */
  complaints: string[];
  /** Requests to other hosts than the server's. */
  strays: string[];
}

/** Opens a page in a fresh context: no cookie, no kept theme. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: "reduce",
    // pictures and tests say the same on every machine
    timezoneId: "UTC",
    ...options,
  });
  const page = await context.newPage();
  const [complaints, strays]: [string[], string[]] = [[], []];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) strays.push(request.url());
  });
  return { page, complaints, strays };
}

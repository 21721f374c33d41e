/**
 * Takes the pictures of the documents with the demo's data: docs/images/<page>-<theme>.png.
 *
 *   scripts/run scripts/screenshots.ts [--all DIR]
 *
 * --all DIR: of every page, in both themes, wide and on a phone, into another folder, to be looked at.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser, openPage } from "./browser/open-browser.ts";
import { type KeptDemo, startKeptDemo } from "./browser/kept-demo.ts";
import { makeReport } from "./browser/make-report.ts";
import { longestSession } from "./browser/longest-session.ts";
import { readFlags, text } from "./flags.ts";

/** A page to take. */
interface Shot {
  name: string;
  /** LONGEST is a session's id, WEAKEST a prompt's, REPORT a report's. */
  address: string;
  /** What shows that it is all there. */
  ready: string;
  signedOut?: true;
  /** How the documents show it: as a whole, or down to the end of the given part. */
  inDocs?: "whole" | { until: string };
  /** How wide the documents show it; a screen without. */
  docsWidth?: number;
}

const SHOTS: readonly Shot[] = [
  { name: "sign-in", address: "/sign-in", ready: ".sign-score", signedOut: true },
  {
    name: "overview",
    address: "/?days=30",
    ready: ".chart",
    inDocs: "whole",
  },
  { name: "everyone", address: "/?days=7&score=speed", ready: ".chart" },
  { name: "person", address: "/?developer=bram.de.wit@example.com", ready: ".chart-room .chart" },
  { name: "team", address: "/team", ready: ".spread" },
  {
    name: "developer",
    address: "/developers/chiara.conti@example.com?days=7",
    ready: ".chart-room .chart",
  },
  { name: "sessions", address: "/sessions", ready: ".table" },
  {
    name: "session",
    address: "/sessions/LONGEST?turn=4",
    ready: ".timeline",
  },
  { name: "records", address: "/sessions/LONGEST/records?record=2", ready: ".records" },
  { name: "prompts", address: "/prompts", ready: ".chart" },
  {
    name: "prompts-weakest",
    address: "/prompts?order=worst&developer=chiara.conti@example.com",
    ready: "[aria-label=Prompts]",
  },
  { name: "prompt", address: "/prompts/WEAKEST", ready: ".prompt-text" },
  { name: "usage", address: "/usage", ready: ".stack-piece" },
  { name: "rightsizing", address: "/rightsizing", ready: ".hypotheses" },
  { name: "throttle", address: "/throttle", ready: ".latency" },
  { name: "search", address: "/search?q=export", ready: ".hits" },
  { name: "advisor", address: "/advisor", ready: "[aria-label=Cards]" },
  { name: "check-in", address: "/check-in", ready: ".answer" },
  { name: "alerts", address: "/alerts", ready: ".form" },
  { name: "schedules", address: "/schedules", ready: ".firings li" },
  { name: "reports", address: "/reports", ready: ".table" },
  { name: "report", address: "/reports/REPORT", ready: ".chart" },
  {
    name: "report-document",
    address: "/v1/insights/report/REPORT",
    ready: ".chart",
    inDocs: { until: "#overview" },
    docsWidth: 960,
  },
  { name: "governance", address: "/governance", ready: ".form" },
  { name: "settings", address: "/settings", ready: ".table" },
  { name: "settings-keys", address: "/settings/keys", ready: ".table" },
  { name: "settings-accounts", address: "/settings/accounts", ready: ".form" },
  { name: "settings-audit", address: "/settings/audit", ready: ".table" },
  {
    name: "settings-developers",
    address: "/settings/developers?person=chiara.conti@example.com",
    ready: ".aliases",
  },
  { name: "settings-baselines", address: "/settings/baselines", ready: ".table" },
  { name: "settings-model", address: "/settings/model", ready: ".facts" },
  { name: "settings-chat", address: "/settings/chat", ready: ".form" },
  { name: "settings-coverage", address: "/settings/coverage?agent=codex", ready: ".table" },
  { name: "connect", address: "/connect?agent=codex", ready: ".code" },
];

const DOCS = join(import.meta.dir, "../docs/images");

const { all: folder } = readFlags({ all: text(null) });
const isAll = folder !== null;
const target = folder ?? DOCS;
const looks = isAll
  ? (["light", "dark"] as const).flatMap((theme) => [1440, 390].map((width) => ({ theme, width })))
  : (["light", "dark"] as const).map((theme) => ({ theme, width: 1440 }));

await mkdir(target, { recursive: true });
const demo = await startKeptDemo();
const browser = await openBrowser();
const { sessionId: longest } = await longestSession(demo);
const report = await makeReport(demo);
const weakest = isAll ? await weakestPrompt(demo) : "";
try {
  for (const look of looks) await shoot(browser, demo, look);
} finally {
  await browser.close();
  await demo.stop();
}

async function shoot(
  browser: Browser,
  demo: KeptDemo,
  { theme, width: usual }: (typeof looks)[number],
): Promise<void> {
  const { page, complaints } = await openPage(browser, demo.url, {
    colorScheme: theme,
    deviceScaleFactor: isAll ? 1.5 : 1,
  });
  for (const shot of SHOTS.filter(({ inDocs }) => isAll || inDocs !== undefined)) {
    if (shot.signedOut !== true) {
      const data = { key: demo.key };
      await page.request.post("/v1/session", { data, headers: { origin: demo.url } });
    }
    const width = isAll ? usual : (shot.docsWidth ?? usual);
    const file = `${shot.name}${isAll ? `-${theme}-${width}` : `-${theme}`}`;
    await openShot(page, shot, width);
    const bottom = isAll ? null : await bottomOf(page, shot.inDocs);
    await page.screenshot({
      path: join(target, `${file}.png`),
      ...(bottom === null ? { fullPage: true } : { clip: { x: 0, y: 0, width, height: bottom } }),
    });
    if (complaints.length > 0) process.stderr.write(`${file}: ${complaints.splice(0).join("; ")}\n`);
  }
  await page.context().close();
}

async function openShot(page: Page, { address, ready }: Shot, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 720 ? 844 : 900 });
  await page.goto(address.replace("LONGEST", longest).replace("WEAKEST", weakest).replace("REPORT", report));
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready");
  // the sidebar is as high as the window: on a picture of the whole page that is the page
  if (width > 720) {
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    await page.setViewportSize({ width, height: Math.max(900, height) });
  }
}

/** Returns where the picture ends, in pixels; null for the whole page. */
async function bottomOf(page: Page, shown: Shot["inDocs"]): Promise<number | null> {
  if (typeof shown !== "object") return null;
  const part = await page.locator(shown.until).boundingBox();
  if (part === null) throw new Error(`the page has no ${shown.until}`);
  return part.y + part.height;
}

async function weakestPrompt({ url, key }: KeptDemo): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/intelligence/worst-prompts?limit=1`, { headers });
  const { prompts } = (await answer.json()) as { prompts: { promptId: string }[] };
  return prompts[0]?.promptId ?? "";
}

/**
 * Measures when each page of the dashboard but a report first shows what it is for, with a team's history behind it.
 *
 * scripts/run scripts/bench/scoring.ts --fill --keep --scale 1 --executable
 * scripts/run scripts/bench/pages.ts --data DIRECTORY [--rounds 5] [--executable]
 *
 * The first fills the directory that the second looks at, after it has put marks on every second prompt. Each round
 * opens a page in a browser that has nothing of it yet. Questions in a row are an upper bound: one that waits for none,
 * and happens to be asked when others are answered, counts as if it had waited.
 */
import type { Browser } from "playwright-core";
import { openBrowser } from "../browser/open-browser.ts";
import { readFlags, text, toggle, wholeNumber } from "../flags.ts";
import { type BenchedAppliance, serveAt } from "./appliance.ts";
import { openMeasured, type Opened } from "./first-paint.ts";
import { markPrompts } from "./marked-prompts.ts";
import { median, quantile } from "./sample.ts";
import { emailOf } from "./team.ts";

const flags = readFlags({ data: text(null), rounds: wholeNumber(5), executable: toggle() });
const ROUNDS = flags.rounds;
const LONGEST_MS = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (flags.data === null) throw new Error("name a directory that scoring.ts has filled: --data DIRECTORY");
say(`${await markPrompts(flags.data)} prompts have marks`);
const appliance = await serveAt(flags.data, flags);
const browser = await openBrowser();
let failed = 0;
try {
  say(`\n${"".padEnd(44)} first shown ms   requests in a row`);
  for (const [address, ready] of await pagesOf(appliance)) failed += await measure(browser, address, ready);
} finally {
  await browser.close();
  await appliance.stop();
}
process.exit(failed === 0 ? 0 : 1);

/** The addresses, and what shows that the page answers its question. */
async function pagesOf({ port, key }: BenchedAppliance): Promise<(readonly [string, string])[]> {
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()) as Answer;
  };
  const { sessions } = await ask<{ sessions: { sessionId: string }[] }>("/v1/sessions?limit=1");
  const { prompts } = await ask<{ prompts: { promptId: string }[] }>(
    "/scoring/prompt-rubric/prompts?limit=1&status=scored",
  );
  const [session, prompt] = [sessions[0]?.sessionId, prompts[0]?.promptId];
  const developer = emailOf(7);
  return [
    ["/", ".score-value, .learn, .answer"],
    ["/?days=90", ".answer"],
    [`/?developer=${developer}`, ".answer"],
    [`/developers/${developer}`, ".answer"],
    ["/team", ".spread"],
    ["/team?days=90", ".spread"],
    ["/sessions", "table"],
    [`/sessions/${session}`, ".timeline"],
    [`/sessions/${session}/records`, ".records"],
    ["/prompts", ".answer"],
    ["/prompts?days=90&order=worst", "table tbody tr"],
    ["/prompts?days=90&order=best", "table tbody tr"],
    ["/prompts?days=90&status=failed", ".answer"],
    [`/prompts?days=90&order=worst&developer=${developer}`, "table tbody tr"],
    [`/prompts/${prompt}`, ".prompt-text"],
    ["/chains", "table tbody tr"],
    ["/rightsizing", ".answer"],
    ["/throttle", ".answer"],
    ["/advisor", ".answer"],
    ["/check-in", ".answer"],
    ["/reports", ".answer"],
    ["/schedules", ".answer"],
    ["/governance", ".answer"],
    ["/settings", "table"],
    ["/settings/keys", "table"],
    ["/settings/developers", "table"],
    ["/settings/baselines", "table"],
    ["/settings/model", ".facts"],
    ["/settings/chat", ".form"],
    ["/settings/coverage", "table"],
    ["/connect", ".code"],
  ];
}

/** Returns 1 when the page is too slow, else 0. */
async function measure(browser: Browser, address: string, ready: string): Promise<0 | 1> {
  const server = { url: `http://127.0.0.1:${appliance.port}`, key: appliance.key };
  const opened: Opened[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    opened.push(await openMeasured(browser, server, { address, ready }));
  const shownMs = opened.map((opening) => opening.shownMs);
  const inARow = Math.max(...opened.map((opening) => opening.inARow));
  const isGood = median(shownMs) < LONGEST_MS;
  const times = `${median(shownMs).toFixed(0).padStart(6)} (${quantile(shownMs, 1).toFixed(0)})`;
  say(`${address.slice(0, 43).padEnd(44)} ${times.padEnd(18)} ${inARow}${isGood ? "" : "   FAILED"}`);
  return isGood ? 0 : 1;
}

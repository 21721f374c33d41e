/**
 * Kills a running appliance over and over under load, and proves that nothing acknowledged was lost or kept twice:
 *
 *   bun scripts/chaos.ts [--kills 40] [--seed 1] [--clients 12] [--ingests 1] [--bucket]
 *     [--executable ./scoring]
 *
 * With --bucket records are in a real S3 bucket that fails for one request in ten (scripts/s3-server.ts --only-bring).
 * With --ingests 2 a second process takes requests too, into the stream of the first.
 */
import { startFailingBucket } from "./chaos/failing-bucket.ts";
import { type ChaosReport, runChaos } from "./chaos/run.ts";
import { programCommand } from "./chaos/victim.ts";
import { readFlags, text, toggle, wholeNumber } from "./flags.ts";

const LONGEST_PAUSE_MS = 1_200;

const { executable, ingests, bucket, ...flags } = readFlags({
  kills: wholeNumber(40),
  seed: wholeNumber(1, { least: 0 }),
  clients: wholeNumber(12),
  ingests: wholeNumber(1, { most: 2 }),
  bucket: toggle(),
  executable: text(null),
});

const failing = bucket ? await startFailingBucket(flags.seed) : null;
const report = await runChaos({
  ...flags,
  ingests: ingests === 2 ? 2 : 1,
  ...(failing !== null && { bucket: failing.settings }),
  program: programCommand(executable),
  longestPauseMs: LONGEST_PAUSE_MS,
});
await failing?.stop();
process.stdout.write(`${tableOf(report).join("\n")}\n`);
process.exitCode = report.violations.length === 0 ? 0 : 1;

function tableOf({ kills, ledger, figures, ...report }: ChaosReport): string[] {
  const status = (code: number) => ledger.statuses.get(code) ?? 0;
  const rows: [string, number][] = [
    ["kills of the main process", kills.main],
    ["kills of the stream's server", kills.server],
    ["kills of the guard", kills.guard],
    ["kills of all three", kills.tree],
    ["kills of the second ingest", kills.second],
    ["starts of the appliance", report.starts],
    ["requests", ledger.requests],
    ["attempts", ledger.attempts],
    ["  answered 200", status(200)],
    ["  answered 503", status(503)],
    ["  broken off", status(0)],
    ["  by the second ingest", report.bySecond],
    ["bytes sent", ledger.bytes],
    ["records acknowledged", ledger.acknowledged.size],
    ["records persisted", figures.persisted.records],
    ["requests published", figures.published.frames],
    ["  of them duplicate", figures.duplicate.frames],
    ["records held", figures.held.records],
    ["seconds", Math.round(report.tookMs / 1_000)],
    ["milliseconds to stop", Math.round(report.stopTookMs)],
    ["violations", report.violations.length],
  ];
  const width = Math.max(...rows.map(([, count]) => count.toLocaleString("en").length));
  return [
    ...rows.map(([name, count]) => `${name.padEnd(30)} ${count.toLocaleString("en").padStart(width)}`),
    ...report.violations.map((violation) => `VIOLATION: ${violation}`),
    ...(report.violations.length === 0 ? [] : [`kept for you to look at: ${report.folder}`]),
  ];
}

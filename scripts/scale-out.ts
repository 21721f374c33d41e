/**
 * Proves what past one machine promises, on one machine: starts PostgreSQL, a bucket, a cluster of three stream servers,
 * engines and ingest nodes; sends a day of many developers in ten organizations; kills and freezes every kind of process,
 * spoils answers of the bucket, cuts parts off from each other and upgrades all nodes meanwhile; then counts.
 *
 *   scripts/run scripts/scale-out.ts [--developers 1000] [--organizations 10] [--kills 40] [--takeovers 20]
 *     [--seconds 10] [--seed 1] [--dir FOLDER] [--quick] [--json]
 *
 * It uses ./scoring, and builds another version of it for the upgrade. --quick sends little, kills an ingest node, an
 * engine, a stream server and PostgreSQL once each, and compares; it freezes, measures, upgrades and cuts off nothing. Where no
 * networks can be made, a proxy stalls in their place, and no stream server is cut off. A node that ends by itself is
 * shown with its exit code or signal and the end of its log, and the folder with all logs is kept. It ends with 3 where
 * something that it needs is not here.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { readFlags, text, toggle, wholeNumber } from "./flags.ts";
import { PREY, type Prey } from "./scale-out/kills.ts";
import { requireNeeded } from "./scale-out/missing.ts";
import { buildNextVersion } from "./scale-out/next-version.ts";
import { asJson, tableOf } from "./scale-out/report.ts";
import { runScaleOut } from "./scale-out/run.ts";

const ROOT = join(import.meta.dir, "..");

const flags = readFlags({
  developers: wholeNumber(1_000),
  organizations: wholeNumber(10),
  kills: wholeNumber(40, { least: 0 }),
  takeovers: wholeNumber(20, { least: 0 }),
  seconds: wholeNumber(10, { least: 0 }),
  seed: wholeNumber(1, { least: 0 }),
  dir: text(join(ROOT, ".tools")),
  quick: toggle(),
  json: toggle(),
});
const ALL = { ingests: 2, prey: PREY, partitions: "yes", longestPauseMs: 2_000, flags: [] } as const;
const QUICK_PREY: readonly Prey[] = ["ingest", "engine", "nats", "postgres"];
const QUICK = {
  ingests: 1,
  organizations: 2,
  developers: 6,
  kills: QUICK_PREY.length,
  prey: QUICK_PREY,
  takeovers: 0,
  seconds: 0,
  partitions: "no",
  longestPauseMs: 500,
  // records are scored sooner than a bucket's costs allow
  flags: ["--batch-max-ms", "500"],
} as const;

const postgres = await requireNeeded();
// what it started ends with it
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const say = (line: string) => void process.stderr.write(`${line}\n`);
const sizes = flags.quick ? QUICK : { ...flags, ...ALL };
const folder = mkdtempSync(join(resolve(flags.dir), "scale-out-"));
if (!flags.quick) say("building another version");
const nextProgram = flags.quick ? null : [await buildNextVersion(join(folder, "next"))];
const report = await runScaleOut({
  folder,
  program: [join(ROOT, "scoring")],
  nextProgram,
  postgres,
  organizations: sizes.organizations,
  developers: sizes.developers,
  ingests: sizes.ingests,
  engines: 2,
  kills: sizes.kills,
  prey: sizes.prey,
  takeovers: sizes.takeovers,
  partitions: sizes.partitions,
  compare: "yes",
  throughputSeconds: sizes.seconds,
  seed: flags.seed,
  longestPauseMs: sizes.longestPauseMs,
  flags: sizes.flags,
  say,
});
process.stdout.write(flags.json ? `${asJson(report)}\n` : `${tableOf(report).join("\n")}\n`);
if (report.violations.length === 0 && report.endings.length === 0) rmSync(folder, { recursive: true });
else say(`kept for you to look at: ${folder}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;

/**
 * What keeping records in a bucket costs: sends a team's work once with files and once with a real S3 server, and
 * prints turns a second, and the bucket's requests and bytes for 1,000 turns. With --seconds the work comes spread over
 * that time, as people send it: then requests go by time, and not by turns. With --latency each request gets to the
 * bucket so much later.
 *
 * scripts/run scripts/bench/bucket.ts [--developers 20] [--turns 150] [--seconds N] [--latency MS]
 *   [--dir FOLDER] [--executable]
 */
import { join } from "node:path";
import { DAY } from "../../src/vocabulary/units.ts";
import { startHttpProxy, type AskedRequest } from "../../test/engines/http-proxy.ts";
import { placeIn } from "../../test/engines/bucket.ts";
import { startS3 } from "../../test/engines/s3.ts";
import { openS3Store } from "../../src/objects/s3-store.ts";
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { caughtUp } from "./caught-up.ts";
import { post } from "./company.ts";
import { usageOf } from "./processes.ts";
import { teamBodies } from "./team.ts";

const flags = readFlags({
  latency: wholeNumber(0, { least: 0 }),
  ...APPLIANCE_FLAGS,
  developers: wholeNumber(20),
  turns: wholeNumber(150),
  seconds: wholeNumber(0, { least: 0 }),
});
const AT_ONCE = 4;

const files = await startBenched(flags);
report("files", await work(files));
await files.stop();
discard(files);

const server = await startS3(join(flags.dir, `.s3-bench-${process.pid}`));
const proxy = await startHttpProxy({ port: server.port });
if (flags.latency > 0) proxy.fail(() => ({ kind: "late", ms: flags.latency }));
const settings = { ...server.settings, s3Endpoint: proxy.url };
const more = [
  `--objects=${settings.objects}`,
  `--s3-endpoint=${settings.s3Endpoint}`,
  `--s3-region=${settings.s3Region}`,
  "--s3-path-style",
  `--s3-access-key-id=${settings.s3AccessKeyId}`,
];
process.env["SCORING_S3_SECRET_ACCESS_KEY"] = settings.s3SecretAccessKey;
const bucket = await startBenched(flags, more);
const begun = proxy.asked.length;
const done = await work(bucket);
const asked = proxy.asked.slice(begun);
report("bucket", done);
const objects = await openS3Store(placeIn(server, "objects/")).list("");
const bytes = objects.reduce((sum, object) => sum + object.bytes, 0);
const per = (amount: number) => ((1_000 * amount) / done.turns).toFixed(2);
print(
  `  for 1,000 turns: ${[...countsOf(asked)].map(([kind, count]) => `${kind} ${per(count)}`).join(", ")}`,
);
print(`  ${objects.length} objects, ${per(bytes / 1e6)} MB for 1,000 turns, ${done.records} records`);
await bucket.stop();
discard(bucket);
await proxy.stop();
await server.stop();

interface Work {
  turns: number;
  records: number;
  seconds: number;
  cpuSeconds: number;
}

async function work(appliance: BenchedAppliance): Promise<Work> {
  await caughtUp(appliance);
  const before = usageOf(appliance.pid).cpuSeconds;
  const now = Date.now();
  const bodies = [
    ...teamBodies({
      seed: "bucket",
      developers: flags.developers,
      turnsEach: flags.turns,
      from: now - 5 * DAY,
      to: now,
    }),
  ];
  const startedAt = performance.now();
  const left = bodies.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [place, { body }] of left) {
        await Bun.sleep(
          Math.max(0, startedAt + (1_000 * flags.seconds * place) / bodies.length - performance.now()),
        );
        await post(appliance, "/v1/logs", body);
      }
    }),
  );
  const doneAt = await caughtUp(appliance);
  return {
    turns: bodies.reduce((sum, body) => sum + body.turns, 0),
    records: bodies.reduce((sum, body) => sum + body.records, 0),
    seconds: (doneAt - startedAt) / 1_000,
    cpuSeconds: usageOf(appliance.pid).cpuSeconds - before,
  };
}

function report(kind: string, { turns, records, seconds, cpuSeconds }: Work): void {
  const rates = `${(turns / seconds).toFixed(0)} turns/s, ${(records / seconds).toFixed(0)} records/s`;
  print(
    `${kind}: ${turns} turns scored in ${seconds.toFixed(1)} s: ${rates}; processor ${cpuSeconds.toFixed(1)} s`,
  );
}

function countsOf(requests: readonly AskedRequest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { method, path } of requests) {
    const kind = method === "GET" && path.includes("list-type") ? "LIST" : method;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

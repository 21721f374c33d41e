/**
 * Sends OTLP bodies that are changed by chance to its own server: it must never fail, and what it accepted must be
 * there to read. Ends with 1 when that does not hold.
 *
 *   scripts/run scripts/fuzz.ts [--count 20000] [--round 2500] [--seed WORDS] [--dir FOLDER] [--executable]
 *
 * Each round has its own server: the bodies all report the same few minutes, so reading a page back means to look
 * at nearly everything, and what is read back grows with the square of what was sent.
 */
import { APPLIANCE_FLAGS, discard, startBenched } from "./bench/appliance.ts";
import { attack } from "./fuzz/attack.ts";
import { checkKept } from "./fuzz/check-kept.ts";
import { readFlags, text, wholeNumber } from "./flags.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  count: wholeNumber(20_000),
  round: wholeNumber(2_500),
  seed: text("1"),
});

/** Times changed by chance are often the same extreme ones, and records of one millisecond are read in one go. */
const PATIENCE = ["--request-deadline-ms", "120000", "--accept-protobuf"];

const total = { requests: 0, statuses: {} as Record<string, number>, failures: 0, faults: 0, logsRead: 0 };
for (let round = 1; total.requests < flags.count; round += 1)
  await attackOnce(`${flags.seed} ${round}`, Math.min(flags.round, flags.count - total.requests));
write(total);
if (total.failures + total.faults > 0) process.exitCode = 1;

async function attackOnce(seed: string, requests: number): Promise<void> {
  const appliance = await startBenched(flags, PATIENCE);
  const url = `http://127.0.0.1:${appliance.port}`;
  try {
    const { key, directory } = appliance;
    const outcome = await attack({ url, key, count: requests, seed });
    write({ seed, ...outcome });
    const kept = await checkKept({ url, key, directory, sentAgain: outcome.sentAgain });
    write(kept);
    total.requests += requests;
    for (const [status, count] of Object.entries(outcome.statuses))
      total.statuses[status] = (total.statuses[status] ?? 0) + count;
    total.failures += outcome.failures.length;
    total.faults += kept.faults.length;
    total.logsRead += kept.logsRead;
  } finally {
    await appliance.stop();
    discard(appliance);
  }
}

function write(fact: object): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

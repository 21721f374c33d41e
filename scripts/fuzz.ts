/**
 * Sends OTLP bodies that are changed by chance to a server of its own: it must never fail, and what it accepted must be
 * there to read. Ends with 1 when that does not hold.
 *
 *   scripts/run scripts/fuzz.ts [--count N] [--seed WORDS] [--dir FOLDER] [--executable]
 */
import { parseArgs } from "node:util";
import { discard, startBenched } from "./bench/appliance.ts";
import { attack } from "./fuzz/attack.ts";
import { checkKept } from "./fuzz/check-kept.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    dir: { type: "string", default: process.cwd() },
    executable: { type: "boolean", default: false },
  },
});

// times changed by chance are often the same extreme ones, and records of one millisecond are read in one go
const PATIENCE = ["--request-deadline-ms", "120000"];

const appliance = await startBenched(values.dir, PATIENCE);
const url = `http://127.0.0.1:${appliance.port}`;
try {
  const { key, directory } = appliance;
  const outcome = await attack({ url, key, count: Number(values.count), seed: values.seed });
  process.stdout.write(`${JSON.stringify({ seed: values.seed, ...outcome })}\n`);
  const kept = await checkKept({ url, key, directory, sentAgain: outcome.sentAgain });
  process.stdout.write(`${JSON.stringify(kept)}\n`);
  if (outcome.failures.length > 0 || kept.faults.length > 0) process.exitCode = 1;
} finally {
  await appliance.stop();
  discard(appliance);
}

/**
 * Shows who can send to this program, and who can read what it keeps:
 *
 *   scripts/run scripts/interop.ts [--executable ./scoring]
 *
 * OpenTelemetry's SDKs and its Collector send each signal, plain, with gzip, and to a server that first says 503. Then
 * the objects are read with other people's tools. Needs npm, PyPI, Go and zstd, and ./scoring. It prints
 * what arrived from whom and who could read it, and ends with 1 when a record is missing or there twice.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringReaders, SIGNALS, type Signal } from "./interop/readers.ts";
import { bringSenders, type Sender } from "./interop/senders.ts";
import { startRelay } from "./interop/relay.ts";
import { readFlags, text } from "./flags.ts";
import { serveAddress } from "./serve-address.ts";

const ROOT = join(import.meta.dir, "..");
const WAYS = ["plain", "gzip", "after a 503"] as const;

const flags = readFlags({ executable: text(join(ROOT, "scoring")) });

/** One sender's records, sent in one way. */
interface Sent {
  sender: string;
  way: (typeof WAYS)[number];
  run: string;
  /** Why it gave up; null when it did not. */
  error: string | null;
}

const folder = mkdtempSync(join(tmpdir(), "interop-"));
let isWhole = false;
try {
  const senders = await bringSenders(folder);
  const readers = await bringReaders(folder);
  const sent = await sendAll(senders);
  const counted = [];
  for (const reader of readers) {
    const counts = new Map<Signal, Map<string, number>>();
    for (const signal of SIGNALS)
      counts.set(signal, await reader.count(join(folder, "data/objects"), signal));
    counted.push({ name: reader.name, counts });
  }
  const missing = counted.flatMap(({ name, counts }) =>
    sent.flatMap(({ run }) =>
      SIGNALS.flatMap((signal) => (counts.get(signal)?.get(run) === 1 ? [] : [`${name}: ${run}, ${signal}`])),
    ),
  );
  const first = counted[0]?.counts ?? new Map<Signal, Map<string, number>>();
  const table = [...sendersTable(sent, first), "", ...readersTable(counted, sent.length)].join("\n");
  process.stdout.write(`${table}\n`);
  for (const { run, error } of sent) if (error !== null) process.stdout.write(`FAILED: ${run}: ${error}\n`);
  for (const place of missing) process.stdout.write(`FAILED: not once: ${place}\n`);
  isWhole = missing.length === 0 && sent.every(({ error }) => error === null);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isWhole ? 0 : 1);

async function sendAll(senders: readonly Sender[]): Promise<Sent[]> {
  const directory = join(folder, "data");
  const serve = [flags.executable, "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"];
  const serving = Bun.spawn(serve, { stdout: "pipe", stderr: "ignore" });
  const url = await serveAddress(serving.stdout);
  const keys = readFileSync(join(directory, "first-keys"), "utf8");
  const key = /member (\S+)/.exec(keys)?.[1] ?? "";
  const relay = startRelay(url);
  const sent: Sent[] = [];
  try {
    for (const [index, sender] of senders.entries()) {
      for (const way of WAYS) {
        const run = `run-${index}-${way.replaceAll(" ", "-")}`;
        const base = `${relay.url}/${way === "after a 503" ? "once" : "now"}/${run}`;
        const compression = way === "gzip" ? "gzip" : "none";
        const error = await sender.send({ run, base, key, compression }).then(
          () => null,
          (reason: unknown) => String(reason),
        );
        sent.push({ sender: sender.name, way, run, error });
      }
    }
    await untilWritten(url, keys);
  } finally {
    await relay.stop();
    serving.kill("SIGTERM");
    await serving.exited;
  }
  return sent;
}

/** What was answered with 200 is in the stream, and in the objects a little later. */
async function untilWritten(url: string, keys: string): Promise<void> {
  const headers = { authorization: `Bearer ${/admin (\S+)/.exec(keys)?.[1] ?? ""}` };
  for (;;) {
    const answer = await fetch(`${url}/v1/admin/status`, { headers });
    const { books } = (await answer.json()) as { books: { inStream: { requests: number } | null } | null };
    if (books?.inStream?.requests === 0) return;
    await Bun.sleep(100);
  }
}

function sendersTable(
  sent: readonly Sent[],
  counts: ReadonlyMap<Signal, ReadonlyMap<string, number>>,
): string[] {
  const rows = [...Map.groupBy(sent, ({ sender }) => sender)].map(([sender, runs]) => {
    const cells = runs.map(({ run }) => {
      const kept = SIGNALS.filter((signal) => counts.get(signal)?.get(run) === 1);
      return kept.length === SIGNALS.length ? "each once" : kept.length === 0 ? "none" : kept.join(", ");
    });
    return `| ${[sender, ...cells].join(" | ")} |`;
  });
  return [`| Sender | ${WAYS.join(" | ")} |`, `| --- |${" --- |".repeat(WAYS.length)}`, ...rows];
}

function readersTable(
  counted: readonly { name: string; counts: ReadonlyMap<Signal, ReadonlyMap<string, number>> }[],
  runs: number,
): string[] {
  const rows = counted.map(({ name, counts }) => {
    const cells = SIGNALS.map((signal) => {
      const once = [...(counts.get(signal)?.values() ?? [])].filter((count) => count === 1).length;
      return `${once} of ${runs}`;
    });
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return [`| Reader | ${SIGNALS.join(" | ")} |`, `| --- |${" --- |".repeat(SIGNALS.length)}`, ...rows];
}

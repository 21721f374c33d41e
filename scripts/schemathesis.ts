/**
 * Holds the running executable against its OpenAPI document, with requests that Schemathesis makes up:
 *
 *   bun scripts/schemathesis.ts [--examples 20] [--seed 1] [--executable ./scoring] [--only-bring]
 *
 * Schemathesis comes from PyPI, once, into .tools; with --only-bring that is all. Where it cannot be had this says why
 * and ends with 0. It ends with 1 when something was found that scripts/schemathesis/known.ts does not explain.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeAnswers, nameStatuses, type OpenApi } from "./schemathesis/close-answers.ts";
import { reasonOf } from "./schemathesis/known.ts";
import { obtainSchemathesis } from "./schemathesis/obtain.ts";
import { startScriptedModel } from "../test/judge/scripted-model.ts";
import { readReport, type Report } from "./schemathesis/report.ts";
import { readFlags, text, toggle, wholeNumber } from "./flags.ts";
import { serveAddress } from "./serve-address.ts";

const SHOWN = 40;
const SHOWN_LETTERS = 400;

/** Where messages leave by. No webhook can be made where these are left out, so nothing is ever sent to one. */
const SENDING = "^/v1/integrations/";

const flags = readFlags({
  examples: wholeNumber(20),
  seed: wholeNumber(1, { least: 0 }),
  executable: text(join(import.meta.dir, "../scoring")),
  "only-bring": toggle(),
});
const { examples, seed, executable } = flags;

const obtained = obtainSchemathesis();
if ("reason" in obtained) write(`skipped: ${obtained.reason}`);
else if (!flags["only-bring"]) process.exitCode = (await compareAll(obtained.path)) ? 0 : 1;

/**
 * Returns whether nothing was found. The routes that send messages are asked of an offline server, because an address
 * that is made up may be somebody's. The others need the scripted model, which an offline server refuses. Both parts
 * go on at once.
 */
async function compareAll(schemathesis: string): Promise<boolean> {
  const model = startScriptedModel();
  try {
    const judging = ["--llm-base-url", model.url, "--llm-model", "scripted"];
    const parts = [
      { settings: judging, flags: ["--exclude-path-regex", SENDING] },
      { settings: ["--offline"], flags: ["--include-path-regex", SENDING] },
    ];
    const compared = await Promise.all(parts.map((part) => compare(schemathesis, part)));
    return compared.every((isRight) => isRight);
  } finally {
    await model.stop();
  }
}

/** Which routes are asked, and of which server. */
interface Part {
  settings: readonly string[];
  flags: readonly string[];
}

async function compare(schemathesis: string, { settings, flags }: Part): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "scoring-schemathesis-"));
  const directory = join(folder, "data");
  const place = ["--data-dir", directory, "--listen", "127.0.0.1:0"];
  const serving = Bun.spawn([executable, "serve", ...place, ...settings], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = await serveAddress(serving.stdout);
    const key = /^admin (\S+)$/m.exec(await readFile(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
    const path = join(folder, "report.ndjson");
    const said = await run(schemathesis, { url, key, path, folder, flags });
    const report = await readFile(path, "utf8").catch(() => "");
    if (report === "") throw new Error(`Schemathesis wrote no report:\n${said}`);
    return show(readReport(report));
  } finally {
    serving.kill("SIGTERM");
    await serving.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what it printed. */
async function run(
  program: string,
  target: { url: string; key: string; path: string; folder: string; flags: readonly string[] },
): Promise<string> {
  const { url, key, path, folder: cwd, flags } = target;
  const options = {
    "--header": `Authorization: Bearer ${key}`,
    "--max-examples": String(examples),
    "--seed": String(seed),
    "--request-timeout": "60",
    "--report": "ndjson",
    "--report-ndjson-path": path,
    "--exclude-path": "/v1/advisor/stream", // it never ends: each request would wait for its time-out
  };
  const document = (await (
    await fetch(`${url}/v1/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as OpenApi;
  closeAnswers(document);
  nameStatuses(document);
  const closed = join(cwd, "openapi.json");
  await writeFile(closed, JSON.stringify(document));
  const command = [program, "run", closed, "--url", url, ...Object.entries(options).flat()];
  const running = Bun.spawn([...command, ...flags, "--continue-on-failure", "--no-color"], {
    cwd, // it keeps notes in the folder where it runs
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complained] = await Promise.all([
    new Response(running.stdout).text(),
    new Response(running.stderr).text(),
  ]);
  await running.exited;
  return `${said}\n${complained}`;
}

function show({ cases, failures, errors }: Report): boolean {
  const explained = new Map<string, number>();
  /** The first request of each kind of finding, and how many there are. */
  const findings = new Map<string, { first: string; count: number }>();
  const find = (kind: string, first: string): void => {
    const known = findings.get(kind);
    findings.set(kind, { first: known?.first ?? first, count: (known?.count ?? 0) + 1 });
  };
  for (const error of errors) find(error.slice(0, SHOWN_LETTERS), "");
  for (const failure of failures) {
    const reason = reasonOf(failure);
    const { check, operation, message, request, status, body } = failure;
    if (reason !== null) explained.set(reason, (explained.get(reason) ?? 0) + 1);
    else
      find(
        `${check}, ${operation}, ${status}: ${message}`,
        `\n  ${request}\n  ${body.slice(0, SHOWN_LETTERS)}`,
      );
  }
  for (const [reason, count] of explained) write(`as it should be, ${count} times: ${reason}`);
  for (const [kind, { first, count }] of [...findings].slice(0, SHOWN))
    write(`FOUND, ${count} times: ${kind}${first}`);
  write(`${cases} requests, ${findings.size} findings`);
  return findings.size === 0;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

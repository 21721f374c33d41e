/** `scoring import`: an agent's history, or OTLP JSON Lines as a Collector's file exporter writes them. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { inTransaction } from "../../database/transaction.ts";
import { hashKey } from "../../identity/keys/key.ts";
import { selectKeyByHash } from "../../identity/keys/table.ts";
import { HISTORY_AGENTS } from "../../history/sources.ts";
import { addressOf, askHealth, KEY_FLAG, keyOf, sayNoData, SERVER_FLAGS } from "../ask-server.ts";
import { awaitInterrupt } from "../../supervise/interrupt.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { settingFlags } from "../setting-flags.ts";
import { working } from "../stores.ts";
import { count } from "../text/count.ts";
import { HISTORY_FLAGS, importAgents } from "./import-agents.ts";
import { type Imported, importFiles } from "./import-files.ts";
import { sourcesNamed } from "./send-histories.ts";
import { whileImporting } from "./while-importing.ts";

const FLAWS_SHOWN = 20;

export const IMPORT: Command = {
  name: "import",
  operands: ["AGENT|PATH"],
  summary: "Send what an agent keeps on this machine, or OTLP JSON Lines, to the running server.",
  details:
    `AGENT is one of ${HISTORY_AGENTS.join(", ")}, or all: the sessions in its own files, which are only read. Secrets ` +
    "are removed before anything is sent. A second import sends only what is new; one that was broken off goes on. " +
    "--dry-run shows what would be sent.\n\n" +
    "PATH is what the file exporter of an OpenTelemetry Collector writes with format json: plain, compressed by the " +
    "exporter (zstd), or packed since with gzip or zstd. A folder means all its files, sorted by name.\n\n" +
    "The records belong to whom the key belongs to. The server must be running; it takes the lines as it takes " +
    "telemetry. Lines that were imported before are left out: run it again after it was broken off, or with more " +
    "files. A line that is broken is reported with its file and number, and the rest goes on; the exit code is then 1.",
  flags: { ...KEY_FLAG, ...HISTORY_FLAGS, ...SERVER_FLAGS, ...settingFlags(["bodyLimitBytes"]) },
  reads: "settings",
  run: async (call) => {
    const sources = sourcesNamed(call.operands[0] ?? "");
    if (sources.length > 0) return importAgents(call, sources);
    requireData(call);
    const paths = filesIn(resolve(call.operands[0] ?? ""));
    const address = await findDoor(call);
    const interrupt = awaitInterrupt();
    const ending = new AbortController();
    void interrupt.asked.then(() => ending.abort());
    const wait = (duration: Milliseconds) => Promise.race([Bun.sleep(duration), interrupt.asked]);
    const door = { ...address, isOwn: true, stopping: ending.signal, wait };
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const imported = await working(call, async (database) => {
      const known = await selectKeyByHash(database, hashKey(door.key));
      if (known === null) throw new CommandFailure("this data directory does not know the key");
      const importing = () =>
        importFiles(paths, {
          database,
          organization: known.organizationId,
          door,
          longestLine: call.loaded.settings.bodyLimitBytes,
          report: ({ lines, known: before }, file) =>
            line.show(
              `${lines.toLocaleString("en")} lines imported, ${before.toLocaleString("en")} known: ${file}`,
            ),
        });
      const ended = await whileImporting(door, importing);
      await inTransaction(database, "full", (transaction) =>
        recordCommand(call, transaction, {
          organization: known.organizationId,
          action: "records_imported",
          details: { files: ended.files, lines: ended.lines },
        }),
      );
      return ended;
    }).finally(() => {
      interrupt.forget();
      line.clear();
    });
    writeAnswer(call, imported, describe(imported));
    return imported.flaws.length === 0 ? 0 : 1;
  },
};

function requireData(call: CommandCall): void {
  const { dataDir } = call.loaded.settings;
  if (!existsSync(dataDir))
    throw new CommandFailure(`${sayNoData(dataDir)}. Name the right one with --data-dir.`);
}

/** @param path - A file, or a folder with any number of them. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) throw new CommandFailure(`${path} does not exist`);
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new CommandFailure(`${path} holds no files`);
  return files.toSorted();
}

async function findDoor(call: CommandCall) {
  const key = keyOf(call);
  if (key === null)
    throw new CommandFailure(
      "the key is missing that says whose records these are: give one with --key or SCORING_API_KEY. " +
        "scoring keys create --developer ada@example.com makes one.",
    );
  const url = addressOf(call);
  const health = await askHealth(url);
  if (health !== "ok")
    throw new CommandFailure(`${url}: ${health}. The server must be running: scoring serve starts it.`);
  return { url, key };
}

function describe({ files, lines, known, flaws }: Imported): string {
  const rows = [
    `${count(lines, "line")} imported from ${count(files, "file")}; ${count(known, "line")} had been imported before`,
  ];
  rows.push(...flaws.slice(0, FLAWS_SHOWN).map(({ file, line, reason }) => `${file}:${line} ${reason}`));
  if (flaws.length > FLAWS_SHOWN)
    rows.push(`and ${count(flaws.length - FLAWS_SHOWN, "more line")}; --json lists all of them`);
  return rows.join("\n");
}

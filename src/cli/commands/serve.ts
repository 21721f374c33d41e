/** `scoring serve`: runs the appliance until it is told to stop. */
import { existsSync, rmSync } from "node:fs";
import { firstKeysPath } from "../../appliance/layout.ts";
import type { Appliance } from "../../appliance/start.ts";
import type { FirstKeys } from "../../identity/first-keys.ts";
import { build } from "../../vocabulary/build.ts";
import { createLog, type Log } from "../../vocabulary/log.ts";
import { CONNECTABLE } from "../agent-settings.ts";
import type { Command, CommandCall } from "../command.ts";
import { allSettingFlags } from "../setting-flags.ts";

export const SERVE: Command = {
  name: "serve",
  operands: [],
  summary: "Takes telemetry, works out scores, answers queries.",
  details: "The first start makes the data directory, an organization, an admin key and a member key.",
  flags: allSettingFlags(),
  reads: "new_directory",
  run: async (call) => {
    const stopping = stopSignal();
    const log = serveLog(call);
    const appliance = await call.program.startAppliance(call.loaded.settings, log);
    greet(call, appliance);
    await stopping;
    await appliance.stop();
    return 0;
  },
};

/** Resolves at the first SIGTERM or SIGINT. The second one ends the process at once: what was acknowledged is on disk. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    });
  }
  return promise;
}

function serveLog(call: CommandCall): Log {
  const { logStyle } = call.loaded.settings;
  const usual = process.stderr.isTTY ? "plain" : "json";
  return createLog(logStyle === "auto" ? usual : logStyle, (line) => call.terminal.complain(line));
}

function greet(call: CommandCall, appliance: Appliance): void {
  const { firstKeys, url } = appliance;
  const shown = call.terminal.isPerson ? firstKeys : null;
  const path = firstKeysPath(call.loaded.settings.dataDir);
  const lines = [
    `scoring ${build.version} listens on ${url}`,
    ...(shown === null ? [] : tellKeys(shown)),
    ...(shown === null && existsSync(path) ? [`The first keys are in ${path}`] : []),
    "",
    "Connect an agent:",
    ...CONNECTABLE.map((agent) => `  ${connectLine(call, { agent, url, key: shown?.member ?? null })}`),
  ];
  call.terminal.write(`${lines.join("\n")}\n`);
  if (shown !== null) rmSync(path, { force: true }); // a terminal is written to before this goes on
}

/** Shown once to a person; without one, or when the start was cut short, they stay in the file. */
function tellKeys(keys: FirstKeys): string[] {
  return [
    "",
    `Admin key, for people:   ${keys.admin}`,
    `Member key, for agents:  ${keys.member}`,
    "They are not shown again.",
  ];
}

interface Connection {
  agent: string;
  /** Where the server listens, which tells the port when any free one was asked for. */
  url: string;
  key: string | null;
}

function connectLine(call: CommandCall, { agent, url, key }: Connection): string {
  const { origins, settings } = call.loaded;
  const { hostname, port } = settings.listen;
  const directory = origins.dataDir.from === "default" ? "" : ` --data-dir ${settings.dataDir}`;
  const listen =
    origins.listen.from === "flag" || port === 0
      ? ` --listen ${hostname}:${port === 0 ? new URL(url).port : port}`
      : "";
  return `scoring connect ${agent}${directory}${listen}${key === null ? "" : ` --key ${key}`}`;
}

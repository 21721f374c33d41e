/** `scoring serve`: runs the appliance until it is asked to stop. */
import { existsSync, rmSync } from "node:fs";
import { firstKeysPath } from "../../appliance/layout.ts";
import type { Appliance } from "../../appliance/appliance.ts";
import type { FirstKeys } from "../../identity/first-keys.ts";
import { shownSecrets } from "../../settings/describe.ts";
import { build } from "../../vocabulary/build.ts";
import { createLog, type Log } from "../../vocabulary/log.ts";
import { CONNECTABLE } from "../../normaliser/connect/agent-settings.ts";
import type { Command, CommandCall } from "../command.ts";
import { hearSignals } from "../serve/signals.ts";
import { allSettingFlags } from "../setting-flags.ts";
import { quoted } from "../text/quoted.ts";
import { describeSettingsProblems, readSettings } from "../../settings/read.ts";

export const SERVE: Command = {
  name: "serve",
  operands: [],
  summary: "Start the server: receive telemetry, compute scores, answer queries.",
  details:
    "The first start creates the data directory, an organization called default, an admin key, and a member key " +
    "that belongs to the developer who started it; started by a user without a login, it belongs to nobody.\n\n" +
    "SIGHUP makes it read settings, certificate, prices and keys again; the log says what changed, and what " +
    "needs a restart. SIGTERM and SIGINT end it once requests in progress are finished.",
  flags: allSettingFlags(),
  reads: "new_directory",
  run: async (call) => {
    const signals = hearSignals(call.speaker.isPerson);
    const log = serveLog(call);
    warnOfShownSecrets(call, log);
    const starting = call.program.startAppliance(call.loaded.settings, log);
    const appliance = await Promise.race([starting, signals.stop.then(() => null)]);
    // a start may take minutes; broken off, it is like one that was killed, and nothing was acknowledged in it
    if (appliance === null) return 0;
    await greet(call, appliance);
    signals.whenHungUp(() => void readAgain(call, appliance, log));
    await signals.stop;
    await appliance.stop();
    return 0;
  },
};

/** Reads the settings again where they were read before. */
async function readAgain(call: CommandCall, appliance: Appliance, log: Log): Promise<void> {
  const read = readSettings(call.flags, call.environment);
  if (read.ok) return appliance.reload(read.value.settings);
  const reason = describeSettingsProblems(read.problem);
  log.error("the settings were not read again; those in force stay", { reason });
}

function serveLog(call: CommandCall): Log {
  const { logStyle } = call.loaded.settings;
  const usual = process.stderr.isTTY ? "plain" : "json";
  return createLog(logStyle === "auto" ? usual : logStyle, (line) => call.speaker.log(line));
}

function warnOfShownSecrets({ loaded }: CommandCall, log: Log): void {
  for (const { flag, variable } of shownSecrets(loaded)) {
    const remedy = `set ${variable}, or ${variable}_FILE to the path of a file that holds it`;
    log.warning("a secret was given as a flag: other users can see it in the process list", {
      flag,
      remedy,
    });
  }
}

async function greet(call: CommandCall, appliance: Appliance): Promise<void> {
  const { firstKeys, url } = appliance;
  const { role, engineUrl } = call.loaded.settings;
  if (role === "ingest") return call.speaker.say(reportIngestNode(url, engineUrl));
  const path = firstKeysPath(call.loaded.settings.dataDir);
  const shown = call.speaker.isPerson ? firstKeys : null;
  const inFile = shown === null && existsSync(path);
  const lines = [
    `scoring ${build.version} listens on ${url}`,
    ...(await reportLink(call, appliance)),
    ...(shown === null ? [] : reportKeys(shown)),
    ...(inFile ? [`The first keys are in ${path}: ${reportWhose(firstKeys)}.`] : []),
    "",
    ...(role === "engine" ? reportEngine() : reportConnect(call, url)),
  ];
  call.speaker.say(lines.join("\n"));
  if (shown !== null) rmSync(path, { force: true }); // a terminal is written to before this goes on
}

function reportConnect(call: CommandCall, url: string): string[] {
  return [
    "Connect an agent, with a new key for its developer. What is sent with the key counts as that developer's work:",
    `  ${connectLine(call, url)}`,
    `  AGENT is ${CONNECTABLE.join(", ")}.`,
    ...(call.speaker.isPerson ? reportTry(call, url) : []),
  ];
}

function reportEngine(): string[] {
  return [
    "It receives no telemetry: agents send to ingest nodes. List their addresses in trusted_proxies here, so that",
    "their word for where a request came from counts, and set public_url or hosts to the names that people use.",
  ];
}

function reportIngestNode(url: string, engines: readonly string[]): string {
  return (
    `scoring ${build.version} receives telemetry on ${url}\n` +
    `Everything else is answered by an engine: ${engines.join(", ")}. Make keys there.`
  );
}

/** Nothing in a log: whoever reads the link within five minutes could sign in. */
async function reportLink({ speaker }: CommandCall, appliance: Appliance): Promise<string[]> {
  const link = speaker.isPerson ? await appliance.signInLink(null) : null;
  if (link === null) return [];
  return [
    "",
    "Open the dashboard on this machine; the link signs in once, within five minutes:",
    `  ${link}`,
  ];
}

/** Shown once to a person; without one, or when the start was cut short, they stay in the file. */
function reportKeys({ admin, member, developer }: FirstKeys): string[] {
  return [
    "",
    `Admin key: ${admin}`,
    `${developer === null ? "Member key" : `${developer}'s own key`}: ${member}`,
    "The admin key is for people who look after the server. " +
      (developer === null
        ? "The other belongs to no developer and reads everyone's rows: give each developer one of their own. "
        : `The other is for ${developer}'s agents only: what is sent with it counts as ${developer}'s work. `) +
      "They are not shown again.",
  ];
}

/** @param keys - null when a former start made the keys. */
function reportWhose(keys: FirstKeys | null): string {
  if (keys === null) return "an admin key and a member key; scoring keys list says whose each is";
  const { developer } = keys;
  if (developer === null) return "an admin key, and a member key that belongs to no developer";
  return `an admin key, and ${developer}'s own key, which counts all that is sent with it as ${developer}'s work`;
}

/** In one line: it needs a person who answers. */
function reportTry(call: CommandCall, url: string): string[] {
  const where = whereFlags(call, url);
  return ["", "Begin with what agents keep on this machine already:", `  scoring try --key KEY${where}`];
}

function connectLine(call: CommandCall, url: string): string {
  return `scoring connect AGENT --developer ada@example.com${whereFlags(call, url)}`;
}

/** @remarks Takes where the server listens, which has the port when any free one was asked for. */
function whereFlags(call: CommandCall, url: string): string {
  const { origins, settings } = call.loaded;
  const { hostname, port } = settings.listen;
  const directory = origins.dataDir.from === "default" ? "" : ` --data-dir ${quoted(settings.dataDir)}`;
  const isElsewhere = origins.listen.from === "flag" || port === 0;
  const listen = isElsewhere ? ` --listen ${hostname}:${port === 0 ? new URL(url).port : port}` : "";
  const tls = origins.tlsCert.from === "flag" ? ` --tls-cert ${quoted(settings.tlsCert ?? "")}` : "";
  const address = origins.publicUrl.from === "flag" ? ` --endpoint ${settings.publicUrl}` : `${listen}${tls}`;
  return `${directory}${address}`;
}

/** `scoring try`: from the histories on this machine to scores, with one question. */
import { existsSync } from "node:fs";
import type { Home } from "../../history/record.ts";
import { databasePath } from "../../stores.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { askHealth, KEY_FLAG, SERVER_FLAGS } from "../ask-server.ts";
import { OWN_SERVER } from "../own-server.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, textFlag } from "../command.ts";
import { chooseKey } from "../connect/chosen-key.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { endpointOf, HISTORY_FLAGS, homeOf } from "../import/import-agents.ts";
import { progressPath, sinceOf } from "../import/send-histories.ts";
import type { ExitCode } from "../terminal.ts";
import { isAgreed } from "./agree.ts";
import { findHistories, type FoundHistory, sayFound } from "./found-histories.ts";
import { sendFound } from "./in-files.ts";
import { tryOnOwnServer } from "./on-own-server.ts";
import { report } from "./report.ts";
import { readSettledResults, readSteadyResults } from "./results.ts";
import { type Wanted, windowOf } from "./wanted.ts";

export const TRY: Command = {
  name: "try",
  operands: [],
  summary: "Show usage and scores of what coding agents keep on this machine.",
  details:
    "It looks which agents keep sessions here, asks, and only then reads the last 90 days. Secrets are removed before " +
    "anything is sent. They go to the server that answers on --listen or --endpoint, with the key of the developer " +
    "whose sessions they are: --key, SCORING_API_KEY, the member key in the file first-keys of the data directory, or " +
    "a new one with --developer.\n\n" +
    "Where no server answers, a temporary one starts on a free port. On a terminal it runs until Ctrl-C; then, and " +
    "without a terminal at once, it ends and everything is removed. --keep starts it with the data directory and the " +
    "settings of scoring serve instead, and leaves the data there.",
  flags: {
    yes: { summary: "Do not ask." },
    since: { ...HISTORY_FLAGS.since, summary: "Sessions that changed in the last days (default 90d)." },
    keep: { summary: "Keep what a server started for this has, in the data directory." },
    developer: { value: "WHO", summary: "Create a key for this developer on the server that answers." },
    home: HISTORY_FLAGS.home,
    endpoint: HISTORY_FLAGS.endpoint,
    ...KEY_FLAG,
    ...SERVER_FLAGS,
  },
  reads: "new_directory",
  run: tryHistories,
};

const USUAL_SINCE: Milliseconds = 90 * DAY;

async function tryHistories(call: CommandCall): Promise<ExitCode> {
  const home = homeOf(call);
  const since = sinceOf(textFlag(call, "since"), call.program.clock()) ?? call.program.clock() - USUAL_SINCE;
  const found = findHistories(home, since);
  refuseNone(found, home);
  const url = await serverOf(call);
  if (url === null) refuseFullDirectory(call);
  // a key that was made before an answer of no would be left over
  else if (textFlag(call, "developer") === null) await keyFor(call);
  const days = Math.round((call.program.clock() - since) / DAY);
  if (!(await isAgreed(call, { found, days, url }))) return 1;
  const sources = found.map(({ source }) => source);
  const wanted = { home, since, sources };
  return url === null ? tryOnOwnServer(call, wanted) : tryOnServer(call, wanted, url);
}

function refuseNone(found: readonly FoundHistory[], { folder }: Home): void {
  if (found.some(({ recent }) => recent > 0)) return;
  if (found.length > 0)
    throw new CommandFailure(
      `there are ${sayFound(found)}, but none changed in that time: --since 365d looks further back`,
    );
  throw new CommandFailure(
    `no agent keeps sessions in ${folder} that can be read. scoring demo shows sample data; scoring connect AGENT ` +
      "makes an agent send its telemetry.",
  );
}

/** Returns the address of the server that is there; null where none is. */
async function serverOf(call: CommandCall): Promise<string | null> {
  const url = endpointOf(call);
  const isOwn = isOwnServer(call);
  const health = await askHealth(url, isOwn ? OWN_SERVER : {});
  if (health === "ok") return url;
  if (isOwn) return null;
  throw new CommandFailure(
    `${url}: ${health}. Look at the address; without --endpoint a server starts here.`,
  );
}

const isOwnServer = (call: CommandCall): boolean => textFlag(call, "endpoint") === null;

function refuseFullDirectory(call: CommandCall): void {
  const { dataDir } = call.loaded.settings;
  if (hasFlag(call, "keep") && existsSync(databasePath(dataDir)))
    throw new CommandFailure(
      `${dataDir} has the data of a server already: start it (scoring serve), and run scoring try again`,
    );
}

/** @throws When there is no key. */
async function keyFor(call: CommandCall): Promise<string> {
  const { key } = await chooseKey(call, "history");
  if (key !== null) return key;
  throw new CommandFailure(
    `a server answers on ${endpointOf(call)}, and the key is missing that says whose sessions these are: give a ` +
      "developer's own with --key, or make one with --developer ada@example.com",
  );
}

async function tryOnServer(call: CommandCall, wanted: Wanted, url: string): Promise<ExitCode> {
  const door = { url, key: await keyFor(call), isOwn: isOwnServer(call) };
  const sent = await sendFound(call, wanted, { door, progressFile: progressPath(call.environment, door) });
  const progress = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
  progress.show("Scoring…");
  const window = windowOf(call, wanted, sent);
  const reading = sent.requests === 0 ? readSettledResults : readSteadyResults;
  const steady = await reading({ door, ...window }).finally(() => progress.clear());
  report(call, { ...window, sent, ...steady, server: { url, link: null } });
  return sent.refused.length === 0 ? 0 : 1;
}

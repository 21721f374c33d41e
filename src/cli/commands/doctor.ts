/** `scoring doctor`: looks at everything that can go wrong, and says what to do about it. */
import { existsSync } from "node:fs";
import { areServed } from "../../appliance/holding/hold-stores.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import {
  addressOf,
  askHealth,
  askReadiness,
  askServerTime,
  KEY_FLAG,
  keyOf,
  nothingThere,
  sayNoData,
  SERVER_FLAGS,
  type ServerReadiness,
} from "../ask-server.ts";
import { type Command, type CommandCall, writeAnswer } from "../command.ts";
import { chosenAgent, type SeenAgent } from "../doctor/agents.ts";
import { checkBackup } from "../doctor/backup.ts";
import { checkEngines } from "../doctor/engines/engines.ts";
import { checkCertificate } from "../doctor/certificate.ts";
import { checkCanary } from "../doctor/canary.ts";
import { examineDatabase, type ReadDatabase } from "../doctor/database.ts";
import { fail, type Finding, formatFindings, ok, warn } from "../doctor/finding.ts";
import { checkLanguageModel } from "../doctor/language-model.ts";
import {
  checkClock,
  checkDisk,
  compareClocks,
  checkPermissions,
  checkTemporaryDirectory,
} from "../doctor/machine.ts";
import { checkEmbeddedFiles, checkPorts } from "../doctor/program.ts";
import { checkProvider } from "../doctor/provider.ts";
import { checkRefusedSenders } from "../doctor/senders.ts";
import { settingFlags } from "../setting-flags.ts";
import { databaseName, hasDatabase } from "../../stores.ts";
import { builtAtMs } from "../../vocabulary/build.ts";

export const DOCTOR: Command = {
  name: "doctor",
  operands: [],
  summary: "Check everything that can go wrong, and say what to do about it.",
  details:
    "It sends one test record (event scoring.canary) and waits until it can be queried. It uses the given key, or the " +
    "admin key of the first start, or a key that it creates and removes again. Where a judge model is configured, " +
    "it asks that one small question; where people sign in with a provider, whether it answers.\n\n" +
    "The exit code is 1 when a check failed.",
  flags: {
    agent: { value: "AGENT", summary: "Check only this agent's signals (default: all that were seen)." },
    org: {
      value: "ORG",
      summary: "The organization to send the record to (default: the only one, or default).",
    },
    ...KEY_FLAG,
    ...SERVER_FLAGS,
    ...settingFlags(["tlsKey", "metricsListen"]),
  },
  reads: "settings",
  run: async (call) => {
    const agent = chosenAgent(call);
    const isHere = hasDatabase(call.loaded.settings);
    const { findings, agents } = await (isHere ? examineAll(call, agent) : examineServer(call));
    writeAnswer(call, { findings, agents }, formatFindings(findings, call.speaker.columns));
    return findings.some(({ state }) => state === "fail") ? 1 : 0;
  },
};

interface Examined {
  findings: Finding[];
  agents: SeenAgent[];
}

async function examineAll(call: CommandCall, agent: Agent | null): Promise<Examined> {
  const engines = await checkEngines(call.loaded.settings, call.program.clock);
  const read = await examineDatabase(call, agent, { engines });
  const findings = [
    ...(await examine(call, read, engines.findings)),
    ...(await checkLanguageModel(call)),
    ...(await checkRefusedSenders(call)),
    ...read.signals,
  ];
  return { findings, agents: read.agents };
}

/**
 * Without its data directory a server can only be asked.
 *
 * @throws When no server answers either.
 */
async function examineServer(call: CommandCall): Promise<Examined> {
  const readiness = await askReadiness(addressOf(call));
  if (readiness === null) throw nothingThere(call);
  if (isIngestNode(readiness)) return { findings: await checkIngestNode(call), agents: [] };
  const found = `${sayNoData(call.loaded.settings.dataDir)}, so only the server was checked`;
  const directory = warn("data directory", found, ELSEWHERE);
  return { findings: [directory, ...(await checkServer(call, "another"))], agents: [] };
}

/** Only an ingest node reports how many engines answer. */
function isIngestNode({ stages }: ServerReadiness): boolean {
  return "engines" in stages;
}

async function checkIngestNode(call: CommandCall): Promise<Finding[]> {
  const keeps = ok(
    "data directory",
    "this is an ingest node, which keeps nothing; examine an engine as well",
  );
  const findings = await checkStages(addressOf(call));
  return [keeps, ...findings, ...(keyOf(call) === null ? [] : [await checkCanary(call)])];
}

const ELSEWHERE = "name the server's data directory with --data-dir";

/** Whether a server answers on the address, and has the same data; `unknown` where a database does not answer. */
type Answering = "nobody" | "this" | "another" | "unknown";

async function whoAnswers(call: CommandCall, { isReadable }: ReadDatabase): Promise<Answering> {
  const { settings } = call.loaded;
  if ((await askReadiness(addressOf(call))) === null) return "nobody";
  if (!isReadable && settings.database !== null) return "unknown";
  return (await areServed(settings)) ? "this" : "another";
}

async function examine(
  call: CommandCall,
  read: ReadDatabase,
  ofEngines: readonly Finding[],
): Promise<Finding[]> {
  const { settings } = call.loaded;
  const { lastArrival, clockDoubt, stores } = read;
  const answering = await whoAnswers(call, read);
  const isHere = existsSync(settings.dataDir);
  return [
    ...(isHere ? [checkDisk(settings)] : []),
    ...checkClock(call.program.clock(), { lastArrival, clockDoubt, builtAt: builtAtMs }),
    ...(isHere ? checkPermissions(settings) : []),
    ...(await checkCertificate(settings, call.program.clock())),
    ...(await checkProvider(settings, call.program.clock)),
    checkTemporaryDirectory(settings, call.environment),
    ...(isHere ? [await checkEmbeddedFiles(settings)] : []),
    ...checkPorts(settings, answering !== "nobody"),
    ...stores,
    ...ofEngines,
    ...(isHere ? [checkBackup(settings, call.program.clock())] : []),
    ...(await checkServer(call, answering)),
  ];
}

async function checkServer(call: CommandCall, answering: Answering): Promise<Finding[]> {
  if (answering === "nobody")
    return [warn("server", "it does not run, so no record was sent", "start it: scoring serve")];
  const url = addressOf(call);
  const serverTime = await askServerTime(url);
  const clocks = serverTime === null ? [] : compareClocks(call.program.clock(), serverTime);
  const findings = [...clocks, ...(await checkStages(url))];
  if (answering === "this") return [...findings, await checkCanary(call)];
  const { settings } = call.loaded;
  const place = settings.database === null ? settings.dataDir : databaseName(settings);
  const found = `${url} is the server of another data directory than ${place}`;
  // a key made in this directory would be unknown to that server
  const canary = keyOf(call) === null ? [] : [await checkCanary(call)];
  if (answering === "unknown") return [...findings, ...canary];
  return [...findings, warn("server's directory", found, ELSEWHERE), ...canary];
}

async function checkStages(url: string): Promise<Finding[]> {
  const health = await askHealth(url);
  const readiness = await askReadiness(url);
  const findings = Object.entries(readiness?.stages ?? {}).flatMap(checkStage);
  if (health !== "ok") findings.push(fail("server", `/health says ${health}`, "read the server's log"));
  if (findings.length === 0) findings.push(ok("server", `every stage of ${url} is ready`));
  return findings;
}

function checkStage([stage, { ready, failing, detail }]: [
  string,
  ServerReadiness["stages"][string],
]): Finding[] {
  if (!ready)
    return [
      fail(`stage ${stage}`, detail ?? "it is not ready", "run scoring status and read the server's log"),
    ];
  return failing === true
    ? [warn(`stage ${stage}`, detail ?? "its work fails and is tried again", "read the server's log")]
    : [];
}

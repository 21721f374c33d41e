/** `scoring doctor`: looks at everything that can go wrong, and says what to do about it. */
import { readNewestArrival } from "../../writer/lag-table.ts";
import { addressOf, askHealth, askReadiness, KEY_FLAG } from "../ask-server.ts";
import { type Command, type CommandCall, writeAnswer } from "../command.ts";
import { checkAgents, chosenAgent, readSeenAgents } from "../doctor/agents.ts";
import { checkCanary } from "../doctor/canary.ts";
import { fail, type Finding, ok, warn } from "../doctor/finding.ts";
import { checkClock, checkDisk, checkPermissions, checkTemporaryDirectory } from "../doctor/machine.ts";
import { checkObjects } from "../doctor/objects.ts";
import { checkEmbeddedFiles, checkPorts } from "../doctor/program.ts";
import { type Survey, surveyFrames } from "../doctor/survey.ts";
import { settingFlags } from "../setting-flags.ts";
import { reading } from "../stores.ts";
import { formatTable } from "../text-table.ts";

export const DOCTOR: Command = {
  name: "doctor",
  operands: [],
  summary: "Looks at everything that can go wrong, and says what to do about it.",
  details:
    "It sends one record, found again under the event scoring.canary, with the key that was given, that of the\n" +
    "first start, or one made for this moment. It ends with 1 when something failed.",
  flags: {
    agent: { value: "AGENT", summary: "Only this agent's signals; all that were seen by default." },
    org: { value: "ORG", summary: "The organization that the record is sent to (the only one, or default)." },
    ...KEY_FLAG,
    ...settingFlags(["listen", "metricsListen"]),
  },
  reads: "directory",
  run: async (call) => {
    const agent = chosenAgent(call);
    const survey = await reading(call, (database) => surveyFrames(database, call.loaded.settings));
    const agents = await reading(call, (database) => readSeenAgents(database, survey, agent));
    const findings = [...(await examine(call, survey)), ...checkAgents(agents, agent)];
    writeAnswer(call, { findings, agents }, formatFindings(findings));
    return findings.some(({ state }) => state === "fail") ? 1 : 0;
  },
};

async function examine(call: CommandCall, survey: Survey): Promise<Finding[]> {
  const { settings } = call.loaded;
  const answers = (await askReadiness(addressOf(call))) !== null;
  const newest = await reading(call, readNewestArrival);
  return [
    checkDisk(settings),
    checkClock(call.program.clock(), newest),
    ...checkPermissions(settings),
    checkTemporaryDirectory(settings, call.environment),
    await checkEmbeddedFiles(settings),
    ...checkPorts(settings, answers),
    ...(await checkStores(call, survey)),
    ...(await checkServer(call, answers)),
  ];
}

function checkStores(call: CommandCall, survey: Survey): Promise<Finding[]> {
  return reading(call, (database) => checkObjects(database, call.loaded.settings, survey));
}

async function checkServer(call: CommandCall, answers: boolean): Promise<Finding[]> {
  if (!answers) return [warn("server", "it does not run, so no record was sent", "start it: scoring serve")];
  const url = addressOf(call);
  const health = await askHealth(url);
  const readiness = await askReadiness(url);
  const unready = Object.entries(readiness?.stages ?? {}).filter(([, { ready }]) => !ready);
  const findings = unready.map(([stage, { detail }]) =>
    fail(`stage ${stage}`, detail ?? "it is not ready", "look at scoring status and at the server's log"),
  );
  if (health !== "ok") findings.push(fail("server", `/health says ${health}`, "look at the server's log"));
  if (findings.length === 0) findings.push(ok("server", `every stage of ${url} is ready`));
  return [...findings, await checkCanary(call)];
}

function formatFindings(findings: readonly Finding[]): string {
  const columns = ["", "CHECK", "FOUND"].map((title) => ({ title, align: "left" as const }));
  const rows = findings.flatMap(({ state, check, found, remedy }) => [
    [state, check, found],
    ...(remedy === null ? [] : [["", "", `-> ${remedy}`]]),
  ]);
  return formatTable(columns, rows);
}

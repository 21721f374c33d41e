/** `scoring healthcheck`: whether the server takes telemetry, or a wait until it does everything. */
import { areServed } from "../../appliance/holding/hold-stores.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { addressOf, askHealth, askReadiness, SERVER_FLAGS } from "../ask-server.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { reading } from "../stores.ts";

const PATIENCE_MS: Milliseconds = 60 * SECOND;
const LOOK_EVERY_MS: Milliseconds = 100;

export const HEALTHCHECK: Command = {
  name: "healthcheck",
  operands: [],
  summary: "Check that the server receives telemetry; for containers and scripts.",
  details:
    "It asks GET /health. The exit code is 0 when the server's message stream is connected.\n\n" +
    `--wait waits until every stage is ready (GET /readyz), at most ${PATIENCE_MS / SECOND} s: what a script does ` +
    "between starting the server and using it.",
  flags: {
    wait: { summary: `Wait until every stage is ready, at most ${PATIENCE_MS / SECOND} s.` },
    ...SERVER_FLAGS,
  },
  reads: "settings",
  run: async (call) => {
    if (hasFlag(call, "wait")) return waitUntilReady(call);
    const url = addressOf(call);
    const answer = await askHealth(url);
    if (answer !== "ok") throw new CommandFailure(`${url}/health: ${answer}`);
    writeAnswer(call, { url, health: answer }, answer);
    return 0;
  },
};

/**
 * A first start makes its keys after it answers.
 *
 * @returns true for a server that keeps its data elsewhere.
 */
async function hasFirstKeys(call: CommandCall): Promise<boolean> {
  if (!(await areServed(call.loaded.settings))) return true;
  return (await reading(call, selectOrganizations)).length > 0;
}

async function waitUntilReady(call: CommandCall): Promise<0> {
  const url = addressOf(call);
  const startedAt = performance.now();
  for (;;) {
    const readiness = await askReadiness(url);
    if (readiness?.status === "ready" && (await hasFirstKeys(call))) break;
    if (performance.now() - startedAt > PATIENCE_MS) {
      const state =
        readiness === null ? "no server answers" : "the server is not ready; scoring status says why";
      throw new CommandFailure(`${url}: ${state}, after ${PATIENCE_MS / SECOND} s`);
    }
    await Bun.sleep(LOOK_EVERY_MS);
  }
  writeAnswer(call, { url, health: "ready" }, "ready");
  return 0;
}

/**
 * Lets real agents ask a server by MCP, each with a model that is scripted to call one tool:
 *
 *   scripts/run scripts/mcp-agents.ts --agents FOLDER [--executable ./scoring]
 *
 * FOLDER is where `npm i @openai/codex opencode-ai @kilocode/cli @google/gemini-cli @qwen-code/qwen-code
 * @github/copilot` was called, or a virtual environment with mistral-vibe; those that are missing are skipped. It
 * writes each agent's setting by `scoring connect AGENT --mcp --write`, and ends with 1 unless each agent handed its
 * model what the server answered.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFlags, text } from "./flags.ts";
import { startScriptedAgentModel } from "./mcp-agents/model.ts";
import { ASKED } from "./mcp-agents/asked.ts";
import { serveAddress } from "./serve-address.ts";

const PATIENCE_MS = 120_000;
const SHOWN_LETTERS = 300;
/** In each form of what the server says about an organization without work. */
const ANSWERED = "days";

const { agents, executable } = readFlags({
  agents: text("."),
  executable: text(join(import.meta.dir, "../scoring")),
});

const folder = mkdtempSync(join(tmpdir(), "mcp-agents-"));
const serving = Bun.spawn(
  [executable, "serve", "--data-dir", join(folder, "data"), "--listen", "127.0.0.1:0"],
  {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  },
);
try {
  const url = await serveAddress(serving.stdout);
  const key = /^member (\S+)$/m.exec(readFileSync(join(folder, "data/first-keys"), "utf8"))?.[1] ?? "";
  for (const [agent, start] of Object.entries(ASKED)) {
    const command = ["node_modules/.bin", "bin"]
      .map((folder) => join(agents, folder, agent))
      .find(existsSync);
    const outcome = command === undefined ? "is not here" : await ask(agent, { url, key, start, command });
    process.stdout.write(`${agent} ${outcome}\n`);
    if (outcome.includes("nothing") || outcome.startsWith("was")) process.exitCode = 1;
  }
} finally {
  serving.kill();
  await serving.exited;
  rmSync(folder, { recursive: true });
}

interface Asking {
  url: string;
  key: string;
  command: string;
  start: (typeof ASKED)[string];
}

/** Returns what became of one question. */
async function ask(agent: string, { url, key, start, command }: Asking): Promise<string> {
  const home = mkdtempSync(join(folder, "home-"));
  const model = startScriptedAgentModel("my_scores");
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home };
  const connect = ["connect", agent, "--mcp", "--write", "--yes", "--key", key, "--endpoint", url];
  const connected = Bun.spawnSync([executable, ...connect], { env: environment });
  if (connected.exitCode !== 0) return `was not connected: ${connected.stderr.toString()}`;
  const { args, variables } = start({ home, model: model.url });
  const running = Bun.spawn([command, ...args], {
    cwd: home,
    env: { ...environment, ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE_MS,
  });
  const [out, err] = await Promise.all([running.stdout.text(), running.stderr.text()]);
  await running.exited;
  await model.stop();
  const answer = model.handed();
  if (answer?.includes(ANSWERED) === true) return `handed its model: ${answer.slice(0, SHOWN_LETTERS)}`;
  const said = [out, err, answer ?? "", `offered: ${model.offered()}`].map((text) =>
    text.slice(-SHOWN_LETTERS),
  );
  return `handed its model nothing of the server:\n${said.join("\n")}`;
}

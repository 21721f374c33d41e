/** Which files a connection is made of: the agent's own settings, and files of this program next to them. */
import type { Connection, Destination, UserFile } from "../../normaliser/dialects/declaration.ts";
import type { Environment } from "../../settings/environment.ts";
import { type ConnectableAgent, connectionOf, type Part } from "../../normaliser/connect/agent-settings.ts";
import { parseJson } from "./files/json-file.ts";
import type { Wanted } from "./files/settings-file.ts";
import { parseToml } from "./files/toml-file.ts";
import { pathOf } from "./files/user-file.ts";
import { commandFunction, type Shell } from "../../normaliser/connect/shells.ts";

/** Files that are to be written, and the one that the agent's shell has to read. */
export interface WantedFiles {
  files: Wanted[];
  /** null where the agent needs none. */
  shellFile: string | null;
}

/** Where it is asked, and for whom. */
export interface Wish extends Destination {
  /** Its telemetry where this is left out. */
  part?: Part;
  shell: Shell;
  environment: Environment;
}

/** What `connect --write` writes for this agent. */
export function wantedFiles(agent: ConnectableAgent, wish: Wish): WantedFiles {
  const { blocks, ownFiles = [] } = connectionOf(agent, wish);
  const shellFile = pathOf(shellFileOf(wish.shell), wish.environment);
  const files = blocks.map((block) => fileOf(block, wish, { agent, shellFile }));
  const besides = ownFiles.map(({ file, text }): Wanted => ({
    format: "whole",
    path: pathOf(file, wish.environment),
    text,
  }));
  const needsShell = files.some(({ path }) => path === shellFile);
  return { files: [...files, ...besides], shellFile: needsShell ? shellFile : null };
}

const ENDINGS: Readonly<Record<Shell, string>> = { sh: "sh", fish: "fish", powershell: "ps1" };

/** One for all agents: a shell has to read one file. */
function shellFileOf(shell: Shell): UserFile {
  return { folder: ".config", movedBy: "XDG_CONFIG_HOME", names: [`scoring/agents.${ENDINGS[shell]}`] };
}

function fileOf(
  block: Connection["blocks"][number],
  wish: Wish,
  { agent, shellFile }: { agent: ConnectableAgent; shellFile: string },
): Wanted {
  if (block.format === "shell")
    return { format: "section", path: shellFile, name: agent, text: commandFunction(wish.shell, block) };
  const path = pathOf(block.file, wish.environment);
  return { format: block.format, path, settings: settingsIn(block) };
}

function settingsIn({ format, text }: { format: "json" | "toml"; text: string }) {
  const settings = format === "json" ? parseJson(text) : parseToml(text);
  if (!settings.ok) throw new Error(`BUG: settings that are no ${format}: ${settings.problem}`);
  return settings.value;
}

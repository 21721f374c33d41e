/** Which files a connection is made of: the agent's own settings, and files of this program beside them. */
import type { Connection, Destination, UserFile } from "../../normaliser/dialects/declaration.ts";
import type { Environment } from "../../settings/environment.ts";
import { type ConnectableAgent, connectionOf } from "../../normaliser/connect/agent-settings.ts";
import { parseJson } from "./files/json-file.ts";
import type { Wanted } from "./files/settings-file.ts";
import { parseToml } from "./files/toml-file.ts";
import { pathOf } from "./files/user-file.ts";
import { type Shell, settingLines } from "../../normaliser/connect/shells.ts";

/** Files that are to be written, and the one that the agent's shell has to read. */
export interface WantedFiles {
  files: Wanted[];
  /** null where the agent reads everything by itself. */
  shellFile: string | null;
}

/** Where it is asked, and for whom. */
export interface Wish extends Destination {
  shell: Shell;
  environment: Environment;
}

/** What `connect --write` writes for this agent. */
export function wantedFiles(agent: ConnectableAgent, wish: Wish): WantedFiles {
  const { blocks, ownFiles = [] } = connectionOf(agent, wish);
  const shellFile = pathOf(shellFileOf(agent, wish.shell), wish.environment);
  const files = blocks.map((block) => fileOf(block, wish, shellFile));
  const besides = ownFiles.map(({ file, text }): Wanted => ({
    format: "whole",
    path: pathOf(file, wish.environment),
    text,
  }));
  const needsShell = files.some(({ path }) => path === shellFile);
  return { files: [...files, ...besides], shellFile: needsShell ? shellFile : null };
}

const ENDINGS: Readonly<Record<Shell, string>> = { sh: "sh", fish: "fish", powershell: "ps1" };

function shellFileOf(agent: ConnectableAgent, shell: Shell): UserFile {
  const name = `scoring/${agent}.${ENDINGS[shell]}`;
  return { folder: ".config", movedBy: "XDG_CONFIG_HOME", names: [name] };
}

function fileOf(block: Connection["blocks"][number], wish: Wish, shellFile: string): Wanted {
  if (block.format !== "shell") {
    const path = pathOf(block.file, wish.environment);
    return { format: block.format, path, settings: settingsIn(block) };
  }
  const { variables, alsoRead } = block;
  if (alsoRead === undefined)
    return { format: "whole", path: shellFile, text: `${settingLines(wish.shell, variables)}\n` };
  const path = pathOf(alsoRead.file, wish.environment);
  return { format: "json", path, settings: { [alsoRead.under]: variables } };
}

function settingsIn({ format, text }: { format: "json" | "toml"; text: string }) {
  const settings = format === "json" ? parseJson(text) : parseToml(text);
  if (!settings.ok) throw new Error(`BUG: settings that are no ${format}: ${settings.problem}`);
  return settings.value;
}

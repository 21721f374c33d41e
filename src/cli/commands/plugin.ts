/** `scoring plugin export`: the Claude Code plugin as a folder that Claude Code can add. */
import { resolve } from "node:path";
import { pluginName, pluginVersion } from "../../../embedded/plugin/asset.ts";
import { type Command, CommandFailure, writeAnswer } from "../command.ts";
import { exportPlugin, type ExportProblem } from "../plugin/export-folder.ts";
import { quoted } from "../text/quoted.ts";

export const PLUGIN_EXPORT: Command = {
  name: "plugin export",
  operands: ["DIR"],
  summary: "Write the plugin for Claude Code into a folder.",
  details:
    "The plugin sends prompts and answers to the server, in the background. DIR must be missing, empty, or an " +
    "earlier export, which is written over. It becomes a marketplace that Claude Code can add; copy it wherever your " +
    "developers can read it. docs/agents.md says how the plugin finds the server and what it sends.",
  flags: {},
  reads: "nothing",
  run: async (call) => {
    const folder = resolve(call.operands[0] ?? "");
    const files = exportPlugin(folder);
    if (!files.ok) throw new CommandFailure(explain(folder, files.problem));
    const commands = [
      `claude plugin marketplace add ${quoted(folder)}`,
      `claude plugin install ${pluginName.plugin}@${pluginName.marketplace}`,
    ];
    const text = [`The plugin ${pluginVersion} is in ${folder}. Add it to Claude Code:`, ...commands];
    writeAnswer(call, { folder, version: pluginVersion, files: files.value, commands }, text.join("\n  "));
    return 0;
  },
};

function explain(folder: string, problem: ExportProblem): string {
  if (problem === "not_a_folder") return `${folder} is a file; name a folder. Nothing was written.`;
  return `${folder} holds other files; name a new or an empty folder. Nothing was written.`;
}

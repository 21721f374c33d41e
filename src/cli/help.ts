/** The help pages. */
import type { Command, Flag } from "./command.ts";
import { GENERAL_FLAGS } from "./parse.ts";
import { formatTable } from "./text-table.ts";

/** All commands, a line each. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [`  ${command.name}`, command.summary]);
  return [
    "scoring shows a team how well it works with coding agents, from their own telemetry.",
    "",
    "scoring COMMAND [flags]",
    "",
    withoutTitles(rows),
    "",
    "scoring help COMMAND tells more.",
  ].join("\n");
}

/** Everything about one command. */
export function commandHelp(command: Command): string {
  const parts = [usageLine(command), command.summary, command.details];
  return [...parts.filter((part) => part !== ""), flagTable({ ...command.flags, ...GENERAL_FLAGS })].join(
    "\n\n",
  );
}

/** How a command is called. */
export function usageLine(command: Command): string {
  return ["scoring", command.name, ...command.operands, "[flags]"].join(" ");
}

function flagTable(flags: Readonly<Record<string, Flag>>): string {
  const rows = Object.entries(flags).map(([name, flag]) => [
    `  --${name}${flag.value === undefined ? "" : ` ${flag.value}`}`,
    flag.summary,
  ]);
  return withoutTitles(rows);
}

function withoutTitles(rows: readonly (readonly string[])[]): string {
  const left = { title: "", align: "left" } as const;
  return formatTable([left, left], rows).replace(/^\n/, "");
}

/** The help pages. */
import type { Command, Flag } from "./command.ts";
import type { CommandGroup } from "./commands.ts";
import { GENERAL_FLAGS } from "./parse.ts";
import { formatTable } from "./text/table.ts";
import { wrapWords } from "./text/wrap.ts";

/**
 * A line for each command, under the title of its group.
 *
 * @param width - The width; null for any.
 */
export function overview(groups: readonly CommandGroup[], width: number | null): string {
  const rows = groups.flatMap(({ title, commands }) => [
    ["", ""],
    [`${title}:`, ""],
    ...commands.map((command) => [`  ${command.name}`, command.summary]),
  ]);
  return [
    "scoring turns the telemetry of coding agents into numbers for each developer.",
    "",
    "Usage: scoring COMMAND [flags]",
    withoutTitles(rows, width),
    "",
    ...wrapWords(DIRECTORY_OR_SERVER, width ?? Number.POSITIVE_INFINITY),
    "",
    "scoring help COMMAND explains a command and its flags.",
  ].join("\n");
}

/** A line for each of some commands. */
export function commandList(commands: readonly Command[], width: number | null): string {
  const rows = commands.map((command) => [`  ${command.name}`, command.summary]);
  return [withoutTitles(rows, width), "", "scoring help COMMAND explains a command and its flags."].join(
    "\n",
  );
}

const DIRECTORY_OR_SERVER =
  "Every command takes --data-dir DIR (default ./scoring-data). Commands with --listen ask the running server; the " +
  "others read the data directory, whether a server runs or not.";

/**
 * Everything about one command.
 *
 * @param width - The width; null for any.
 */
export function commandHelp(command: Command, width: number | null): string {
  const parts = [`Usage: ${usageLine(command)}`, command.summary, command.details];
  const flags = flagTable({ ...command.flags, ...GENERAL_FLAGS }, width);
  return [...parts.filter((part) => part !== ""), flags].join("\n\n");
}

/** How a command is called. */
export function usageLine(command: Command): string {
  return ["scoring", command.name, ...command.operands, "[flags]"].join(" ");
}

function flagTable(flags: Readonly<Record<string, Flag>>, width: number | null): string {
  const rows = Object.entries(flags).map(([name, flag]) => [
    `  --${name}${flag.value === undefined ? "" : ` ${flag.value}`}`,
    flag.summary,
  ]);
  const longest = Math.max(...rows.map(([flag = ""]) => Bun.stringWidth(flag)));
  return width !== null && longest > width / 2 ? stacked(rows, width) : withoutTitles(rows, width);
}

const INDENT = " ".repeat(6);

/** Each summary under its flag, where the longest flag leaves little room next to it. */
function stacked(rows: readonly (readonly string[])[], width: number): string {
  const lines = rows.flatMap(([flag = "", summary = ""]) => [
    flag,
    ...wrapWords(summary, width - INDENT.length).map((words) => `${INDENT}${words}`),
  ]);
  return lines.join("\n");
}

function withoutTitles(rows: readonly (readonly string[])[], width: number | null): string {
  const left = { title: "", align: "left" } as const;
  return formatTable([left, left], rows, width).replace(/^\n/, "");
}

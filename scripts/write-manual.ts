/**
 * Prints the manual page, in roff: what the program says of its commands itself.
 *
 *   scripts/run scripts/write-manual.ts > scoring.1
 */
import { COMMAND_GROUPS, COMMANDS } from "../src/cli/commands.ts";
import { commandHelp, overview } from "../src/cli/help.ts";

process.stdout.write(manualPage());

/** @see Man(7), "Sections", read 2026-11. */
function manualPage(): string {
  return [
    '.TH SCORING 1 "" scoring',
    // neither hyphens nor wide blanks: there are columns in it
    ".nh",
    ".ad l",
    ".SH NAME",
    "scoring \\- telemetry and scores of AI coding agents",
    ".SH DESCRIPTION",
    asRoff(overview(COMMAND_GROUPS, null)),
    ...COMMANDS.flatMap((command) => [
      `.SH "${command.name.toUpperCase()}"`,
      asRoff(commandHelp(command, null)),
    ]),
    "",
  ].join("\n");
}

/**
 * What has a meaning to roff is taken as it is: backslashes, hyphens, a point or an apostrophe in front of a line.
 * Characters beyond ASCII are named by their number.
 */
function asRoff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&")
    .replace(/[\u{80}-\u{10ffff}]/gu, (character) => `\\[u${hexOf(character)}]`);
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/**
 * `connect.mjs`: connects agents and imports their history on a machine that has no executable of this program. Runs under Node 20 and Bun.
 *
 * The server hands it out as one file, without a key in it: the key is asked for on the terminal.
 */
import "./node-20.ts";
import { processEnvironment } from "../../../settings/environment.ts";
import { CommandFailure } from "../../command.ts";
import { connectStandalone } from "./connect-standalone.ts";
import { askHidden, askYes, redraw } from "./terminal.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const environment = processEnvironment();
  process.exitCode = await connectStandalone({
    environment,
    words: process.argv.slice(2),
    say,
    isPerson: process.stderr.isTTY,
    redraw,
    askHidden,
    askYes,
  });
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  process.stderr.write(`connect.mjs: ${error.message}\n`);
  process.exitCode = error.exitCode;
}

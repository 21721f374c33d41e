/** Tool calls of the golden file of 2026.12 as events. */
import type { ToolCall } from "../../src/normaliser/event.ts";
import type { Seconds } from "../../src/vocabulary/units.ts";
import { edit, shell, tool } from "../turns/events.ts";

/** A call: what it does, whether it worked, and the files of an edit or of a revert. */
export interface GoldenCall {
  does: "edit" | "revert" | "test" | "commit" | "pullRequest" | "read";
  worked: boolean | null;
  paths: string[];
}

/** The tool call at a second. */
export function toolOf({ does, worked, paths }: GoldenCall, seconds: Seconds): ToolCall {
  const known = worked === null ? null : Number(!worked);
  const run = (command: string): ToolCall => shell(seconds, command, { exitCode: known });
  switch (does) {
    case "edit":
      return edit(seconds, null, { ok: worked !== false, files: filesOf(paths), arguments: paths });
    case "revert":
      return run(paths.length === 0 ? "git reset --hard" : `git restore ${paths.join(" ")}`);
    case "test":
      return run("npm test");
    case "commit":
      return run("git commit -m done");
    case "pullRequest":
      return run("gh pr create --fill");
    case "read":
      return tool(seconds, { ok: worked });
  }
}

function filesOf(paths: readonly string[]): ToolCall["files"] {
  const unknown = [{ path: null, added: null, removed: null }];
  return paths.length === 0 ? unknown : paths.map((path) => ({ path, added: 2, removed: 1 }));
}

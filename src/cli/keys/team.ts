/** Reads a file with a table of developers. */
import { readFileSync } from "node:fs";
import { CommandFailure } from "../command.ts";
import { readTeam, type Team } from "./read-team.ts";

/** @throws When there is no such file, or it is not text. */
export function readTeamFile(path: string): Team {
  try {
    return readTeam(readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const reason = error.code === "ENOENT" ? "there is no such file" : String(error.code);
    throw new CommandFailure(`cannot read ${path}: ${reason}`);
  }
}

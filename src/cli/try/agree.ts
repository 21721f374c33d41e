/** The one question of `scoring try`: before the answer nothing is read. */
import { tmpdir } from "node:os";
import { ownModel } from "../../demo/settings.ts";
import { type CommandCall, CommandFailure, hasFlag } from "../command.ts";
import { type FoundHistory, sayFound } from "./found-histories.ts";
import { settingsFor } from "./on-own-server.ts";

/** What is asked about. */
export interface Question {
  found: readonly FoundHistory[];
  /** Sessions that changed in so many days would be read. */
  days: number;
  /** The server that is there; null where one is to be started. */
  url: string | null;
}

/**
 * Says what was found and what would happen, and asks.
 *
 * @throws When nobody can answer, and nobody has agreed before.
 */
export async function isAgreed(call: CommandCall, { found, days, url }: Question): Promise<boolean> {
  if (hasFlag(call, "yes")) return true;
  const asJson = hasFlag(call, "json");
  const lines = [
    `Found ${sayFound(found)}. Those that changed in the last ${days} days would be read.`,
    sayWhatHappens(call, url),
  ];
  if (!asJson) call.speaker.say(lines.join("\n"));
  const answer = asJson ? null : await call.speaker.ask("Read them?");
  if (answer === null)
    throw new CommandFailure("there is no terminal to ask on: add --yes to read them. Nothing was read.");
  if (!answer) call.speaker.say("Nothing was read.");
  return answer;
}

function sayWhatHappens(call: CommandCall, url: string | null): string {
  if (url !== null) return `They would be sent to ${url}, without secrets.`;
  const model = ownModel(settingsFor(call, tmpdir()));
  const where = hasFlag(call, "keep")
    ? `A server starts here, with its data in ${call.loaded.settings.dataDir}.`
    : "A temporary server starts here.";
  return model === null
    ? `${where} Nothing leaves this machine.`
    : `${where} Prompts go to the judge model ${model.name}, and nothing else leaves this machine.`;
}

/** Labels as they are given to a command: `--label team.id=platform`. */
import { CommandFailure } from "../command.ts";

/**
 * Returns the values by their names.
 *
 * @throws CommandFailure where one has no name or no value.
 */
export function givenLabels(texts: readonly string[]): Record<string, string> {
  const labels = texts.map((text) => /^([^\s:=,]+)=(.+)$/.exec(text)?.slice(1) ?? []);
  if (labels.some(([name]) => name === undefined))
    throw new CommandFailure("--label needs a name and a value, such as team.id=platform", 2);
  return Object.fromEntries(labels.map(([name = "", value = ""]) => [name, value.trim()]));
}

/** Which part of an agent is meant: its telemetry, or with `--mcp` the questions that it asks. */
import {
  ASKING,
  CONNECTABLE,
  type ConnectableAgent,
  type Part,
} from "../../normaliser/connect/agent-settings.ts";
import { CommandFailure } from "../command.ts";

/**
 * Returns the part that the flags ask for.
 *
 * @throws CommandFailure where nobody knows how the agent is set up for it, and where questions are to be looked for.
 */
export function partOf(agent: ConnectableAgent, { mcp, check }: { mcp: boolean; check: boolean }): Part {
  if (!mcp && CONNECTABLE.includes(agent)) return "telemetry";
  if (!mcp)
    throw new CommandFailure(
      `${agent} sends no telemetry: scoring import ${agent} reads what it keeps, --mcp lets it ask`,
      2,
    );
  if (check)
    throw new CommandFailure("--check looks for telemetry: ask the agent a question, or leave out --mcp", 2);
  if (ASKING.includes(agent)) return "questions";
  throw new CommandFailure(
    `no setting of ${agent} is known for --mcp. Those with one: ${ASKING.join(", ")}.`,
    2,
  );
}

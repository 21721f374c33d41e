/** The API as a command asks it, for the tools that ask. */
import type { Api } from "../../mcp/api.ts";
import { SECOND } from "../../vocabulary/units.ts";
import { keyOf } from "../ask-server.ts";
import { OWN_SERVER } from "../own-server.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { endpointOf } from "../connect/endpoint.ts";

/** As long as the server works at an answer. */
const PATIENCE_MS = 30 * SECOND;

/**
 * Returns the API of the server that is meant, asked with the key that was given.
 *
 * @throws CommandFailure without a key.
 */
export function serverApi(call: CommandCall): Api {
  const key = keyOf(call);
  if (key === null)
    throw new CommandFailure("there is no key to ask with. Set SCORING_API_KEY, or give --key.", 2);
  const { endpoint: pages } = endpointOf(call);
  // a server of this machine is trusted whatever its certificate; another one is not
  const isOwn = textFlag(call, "endpoint") === null && call.loaded.settings.publicUrl === null;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  return {
    pages,
    clock: call.program.clock,
    get: (address) =>
      fetch(pages + address, { ...(isOwn && OWN_SERVER), headers, signal: AbortSignal.timeout(PATIENCE_MS) }),
  };
}

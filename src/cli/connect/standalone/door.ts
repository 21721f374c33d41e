/** The server and the key that the script uses. */
import { CommandFailure } from "../../command.ts";
import type { StandaloneCall } from "./standalone-call.ts";

const ADDRESS = /^https?:\/\/[^\s"'\\]+$/;

/** Returns the address without a slash at its end. */
export function endpointFor(given: string | null): string {
  if (given !== null && ADDRESS.test(given)) return given.replace(/(?<!\/)\/+$/, "");
  throw new CommandFailure("say where the server is: --endpoint https://scoring.example.com", 2);
}

const KEY = /^scoring_\w{38}$/;

/** Returns the key of the environment, else the one that was written, else what somebody types. */
export async function keyFor(call: StandaloneCall, written: string | null): Promise<string> {
  const given = call.environment["SCORING_API_KEY"] ?? written;
  const typed = given ?? (await call.askHidden("Your key (it is not shown):"));
  if (typed === null)
    throw new CommandFailure("there is no terminal to ask on: set SCORING_API_KEY. Nothing was changed.");
  if (KEY.test(typed.trim())) return typed.trim();
  throw new CommandFailure(
    "this is not a key: a key is scoring_ and 38 letters and digits. Nothing was changed.",
    2,
  );
}

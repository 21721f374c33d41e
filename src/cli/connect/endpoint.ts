/** Where agents send to, and ask: the address that the flag or the settings name. */
import { hostname } from "node:os";
import { isHttpUrl } from "../../settings/values.ts";
import { addressOf } from "../ask-server.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";

/** An address, and what a person should know of it. */
export interface Address {
  /** Without a slash at its end. */
  endpoint: string;
  remarks: string[];
}

/** Returns what `--endpoint` says, else `public_url`, else where the server listens. */
export function endpointOf(call: CommandCall): Address {
  const { publicUrl, listen, tlsCert } = call.loaded.settings;
  const asked = textFlag(call, "endpoint");
  if (asked !== null && !isHttpUrl(asked))
    throw new CommandFailure("--endpoint needs an address such as https://scoring.example.com", 2);
  const known = asked ?? publicUrl;
  if (known !== null) return { endpoint: known.replace(/(?<!\/)\/+$/, ""), remarks: [] };
  if (listen.hostname !== "0.0.0.0" && listen.hostname !== "[::]")
    return { endpoint: addressOf(call), remarks: [] };
  const endpoint = `${tlsCert === null ? "http" : "https"}://${hostname()}:${listen.port}`;
  const remark =
    `The address ${endpoint} is a guess: the server listens on every address of its machine. ` +
    "Set public_url (SCORING_PUBLIC_URL), or give --endpoint.";
  return { endpoint, remarks: [remark] };
}

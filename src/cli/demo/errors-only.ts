/** The log of a server that only runs to show something: what is shown speaks for itself, and only what breaks is said. */
import { createLog, type Log, silentLog } from "../../vocabulary/log.ts";
import type { Speaker } from "../text/speaker.ts";

/** Returns a log of errors. */
export function errorsOnly(speaker: Speaker): Log {
  const plain = createLog("plain", (line) => speaker.log(line));
  return { ...silentLog, error: plain.error };
}

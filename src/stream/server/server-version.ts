/** Which version a stream's server is, and which is the oldest that keeps what it acknowledged. */

/**
 * The oldest server that is taken or started.
 *
 * Older ones come back empty after a kill when their stream began behind sequence 1: tried with 2.10.27 and 2.11.0,
 * which lost every message that they had acknowledged; 2.12.0 keeps all.
 */
export const OLDEST_SERVER = "2.12.0";

/**
 * Returns what a file says of itself when it is asked for its version.
 *
 * @param path - any file, also one that is missing
 * @returns a version such as "2.15.2"; null when the file is no stream's server that runs on this machine
 */
export async function serverVersionOf(path: string): Promise<string | null> {
  try {
    const asked = Bun.spawn([path, "--version"], { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
    return /^nats-server: v(\d+\.\d+\.\d+\S*)/.exec(await new Response(asked.stdout).text())?.[1] ?? null;
  } catch {
    return null; // it is missing, or may not be run
  }
}

/**
 * Returns whether a server of that version may lose what it acknowledged.
 *
 * @param version - as `serverVersionOf` returns it
 */
export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_SERVER.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/**
 * Returns when the file is not known to be too old; a file that does not run is left to whoever starts it.
 *
 * @throws when the server is older than `OLDEST_SERVER`; the message says which version it is and what to do
 */
export async function refuseOldServer(path: string): Promise<void> {
  const version = await serverVersionOf(path);
  if (version === null || !isTooOld(version)) return;
  throw new Error(
    `the stream's server is nats-server ${version}, which can lose acknowledged requests when it is killed; ` +
      `needed is ${OLDEST_SERVER} or newer: run ./install.sh again without an older NATS_SERVER_BIN`,
  );
}

/** What the doctor looks at in the program: what is baked into it, and the addresses it listens on. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { storeFailureIn } from "../../appliance/explain-failure.ts";
import { errorOfListening } from "../../http/listen.ts";
import type { Settings } from "../../settings/schema.ts";
import { formatAddress, type ListenAddress } from "../../settings/values.ts";
import { embeddedServerPath } from "../../stream/server/embedded-server.ts";
import { build } from "../../vocabulary/build.ts";
import { describeError } from "../../vocabulary/log.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Whether the stream's server is there, whole, and runs from the data directory. */
export async function checkEmbeddedFiles({ dataDir }: Settings): Promise<Finding> {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(dataDir, "doctor-"));
    const path = await embeddedServerPath(folder);
    const asked = Bun.spawnSync([path, "--version"]);
    const version = asked.stdout.toString().trim();
    if (asked.exitCode === 0) return ok("embedded files", `scoring ${build.version}, ${version}`);
    return fail("embedded files", `the stream's server ends with ${asked.exitCode}`, EMBEDDED_REMEDY);
  } catch (error) {
    const reason = describeError(error);
    const found = `the stream's server does not run: ${reason}`;
    if (storeFailureIn(reason) === null) return fail("embedded files", found, EMBEDDED_REMEDY);
    return warn("embedded files", `not checked, for nothing can be written: ${reason}`, DISK_REMEDY);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

const DISK_REMEDY = "see what was found about the disk";

const EMBEDDED_REMEDY =
  "install the executable again, and keep the data directory on a file system that is not mounted noexec";

/**
 * The doors that the settings ask for.
 *
 * @remarks Takes whether this server answers at the first.
 */
export function checkPorts({ listen, metricsListen }: Settings, answers: boolean): Finding[] {
  const doors = [checkPort("port", listen, answers)];
  if (metricsListen !== null) doors.push(checkPort("metrics port", metricsListen, answers));
  return doors;
}

function checkPort(check: string, listen: ListenAddress, answers: boolean): Finding {
  const address = formatAddress(listen);
  const code = codeOfListening(listen);
  if (code === null && answers)
    return warn(
      check,
      `the server answers, but ${address} is free`,
      "restart the server with these settings",
    );
  if (code === null) return warn(check, `${address} is free: no server runs`, "start it: scoring serve");
  if (code === "EADDRINUSE" && answers) return ok(check, `the server listens on ${address}`);
  if (code === "EADDRINUSE") {
    return fail(
      check,
      `another program listens on ${address}`,
      "stop it, or choose another address in the settings",
    );
  }
  return fail(
    check,
    `${address} cannot be listened on: ${code}`,
    "choose an address of this machine in the settings",
  );
}

/** Returns null when the address is free. */
function codeOfListening(listen: ListenAddress): string | null {
  const error = errorOfListening(listen);
  if (error === null) return null;
  return error instanceof Error && "code" in error ? String(error.code) : describeError(error);
}

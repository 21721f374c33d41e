/** A server whose judge model is on another machine, and the question that makes it call there. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveAddress } from "../serve-address.ts";
import { until } from "./expect.ts";
import type { Place } from "./life.ts";

/** A name, so that whoever calls it asks for its address first. */
const MODEL = { SCORING_LLM_BASE_URL: "http://model.example.com/v1", SCORING_LLM_MODEL: "outside" };

/**
 * Starts the server on a directory that is there, has an admin try the model, and stops it.
 *
 * @param environment - More of its environment; what to wait for while the question is open, and undefined to
 *   wait for its answer.
 * @returns The status of the answer; 0 when it was not waited for.
 */
export async function tryOutsideModel(
  place: Place,
  environment: Record<string, string>,
  meanwhile?: () => Promise<void>,
): Promise<number> {
  const command = [...place.command, "serve", "--data-dir", place.directory, "--listen", "127.0.0.1:0"];
  const child = Bun.spawn(command, {
    cwd: place.workingDirectory,
    env: { ...place.environment, ...MODEL, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = await serveAddress(child.stdout);
    await until(async () => (await fetch(`${url}/readyz`)).ok || null);
    const keys = await readFile(join(place.seenFromHere, "first-keys"), "utf8");
    const authorization = `Bearer ${/^admin\s+(\S+)/m.exec(keys)?.[1] ?? ""}`;
    const asked = fetch(`${url}/v1/admin/judge/test`, { method: "POST", headers: { authorization } });
    if (meanwhile === undefined) return (await asked).status;
    // it is cut off when the server ends
    asked.catch(() => null);
    await meanwhile();
    return 0;
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

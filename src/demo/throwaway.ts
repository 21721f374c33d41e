/** A server that runs while something is shown, usually in a folder that is removed afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Appliance } from "../appliance/appliance.ts";
import type { Settings } from "../settings/schema.ts";
import { awaitInterrupt, type Interrupt } from "../supervise/interrupt.ts";
import type { Log } from "../vocabulary/log.ts";

/** What is started, and what is done with it. */
export interface Serving {
  /** A folder to keep, or what the name of one in the system's temporary folder begins with. */
  place: { kept: string } | { temporary: string };
  settingsIn(directory: string): Settings;
  log: Log;
  startAppliance(settings: Settings, log: Log): Promise<Appliance>;
  /** Given up when somebody interrupts it. */
  show(appliance: Appliance, directory: string): Promise<void>;
  /** To serve on after that until somebody interrupts it. */
  stays: boolean;
}

/**
 * Starts a server, shows what there is to show, and stops it.
 *
 * @throws What `show` throws, or that it was interrupted.
 */
export async function whileServing(serving: Serving): Promise<void> {
  const { place } = serving;
  const interrupt = awaitInterrupt();
  const isKept = "kept" in place;
  const directory = isKept ? place.kept : await mkdtemp(join(tmpdir(), place.temporary));
  try {
    await serveIn(directory, serving, interrupt);
  } finally {
    if (!isKept) await rm(directory, { recursive: true, force: true });
    interrupt.forget();
  }
}

async function serveIn(directory: string, serving: Serving, { asked }: Interrupt): Promise<void> {
  const { settingsIn, startAppliance, log, show, stays, place } = serving;
  const appliance = await startAppliance(settingsIn(directory), log);
  try {
    const interrupted = asked.then(() => {
      throw new Error("kept" in place ? "interrupted" : "interrupted; everything it made is removed");
    });
    await Promise.race([show(appliance, directory), interrupted]);
    if (stays) await asked;
  } finally {
    await appliance.stop();
  }
}

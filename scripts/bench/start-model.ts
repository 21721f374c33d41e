/** Starts the judge model that benches ask, in its own process. */
import { join } from "node:path";
import { firstLine } from "../first-line.ts";

/** A running model, and its address as the settings take it. */
export interface BenchedModel {
  url: string;
  stop(): void;
}

/** It ends with this process at the latest. */
export async function startModel(): Promise<BenchedModel> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "model-server.ts")], { stdout: "pipe" });
  const stop = () => child.kill();
  process.once("exit", stop);
  return { url: await firstLine(child.stdout), stop };
}

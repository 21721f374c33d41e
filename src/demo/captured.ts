/** The captured sessions, with every time in them moved, so that they happened a few minutes ago. */
import { capturedSessionPaths } from "../../embedded/demo/asset.ts";
import type { Instant } from "../vocabulary/units.ts";
import { moveTo, newestTime } from "./moved-in-time.ts";
import type { DemoRequest } from "./work/session.ts";

/**
 * Reads the captured sessions, moved so that the newest record of all happened at the given time.
 *
 * @returns The requests of each session in the order in which they were sent; ids and the order of times
 *   stay.
 */
export async function capturedSessions(newestAt: Instant): Promise<DemoRequest[][]> {
  const sessions = await Promise.all(capturedSessionPaths.map(readSession));
  const deltaMs = newestAt - Math.max(...sessions.flat().map(({ body }) => newestTime(body)));
  return sessions.map((requests) =>
    requests.map(({ path, at, body }) => ({ path, at: at + deltaMs, body: moveTo(body, deltaMs) })),
  );
}

interface CapturedLine {
  ts: string;
  path: DemoRequest["path"];
  bodyText: string;
}

async function readSession(path: string): Promise<DemoRequest[]> {
  const lines = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(path).bytes()));
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const captured: CapturedLine = JSON.parse(line);
      return { path: captured.path, at: Date.parse(captured.ts), body: JSON.parse(captured.bodyText) };
    });
}

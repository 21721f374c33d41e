/** A thread that adds entries to a log, at the same time as another. */
import { openDatabase } from "../../src/database/open.ts";
import { keyMade, record } from "./chains.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<{ path: string; entries: number }>) => {
  const database = openDatabase(data.path, "write");
  await record(database, ...Array.from({ length: data.entries }, () => keyMade()));
  await database.destroy();
  self.postMessage("done");
};

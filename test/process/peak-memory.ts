/** A program of its own, so that its memory is that of one reading: `bun peak-memory.ts AGENT HOME`. */
import { HISTORY_SOURCES } from "../../src/history/sources.ts";
import { filesOf } from "../history/homes.ts";

const [agent, home = ""] = process.argv.slice(2);
const source = HISTORY_SOURCES.find((one) => one.agent === agent);
if (source === undefined) throw new Error(`${agent} keeps no history`);
const read = { records: 0, leftOut: 0, prompts: 0 };
for (const file of filesOf(source, home))
  for await (const found of source.read(file)) {
    if (found.kind === "left_out") read.leftOut += 1;
    else read.records += 1;
    if (found.kind === "record" && found.counts?.what === "prompt") read.prompts += 1;
  }
// kilobytes on every system that tests run on
process.stdout.write(JSON.stringify({ ...read, kilobytes: process.resourceUsage().maxRSS }));

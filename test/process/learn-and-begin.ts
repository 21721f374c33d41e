/** Learns an organization's first baselines, begins to put earlier work on them, says so and waits to be killed. */
import { openDatabase } from "../../src/database/open.ts";
import { learnDue, newMemory } from "../../src/metrics/baselines/learning/learn-due.ts";
import { recomputeNext } from "../../src/metrics/baselines/recompute.ts";

const [path = "", now = "0"] = process.argv.slice(2);
const database = openDatabase(path, "write");
const memory = newMemory();
await learnDue(database, Number(now) - 10_000, memory);
await learnDue(database, Number(now), memory);
process.stdout.write(`${await recomputeNext(database)}\n`);
await new Promise(() => setInterval(() => {}, 1_000));

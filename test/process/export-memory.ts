/** A program of its own, so that its memory is that of one export: `bun export-memory.ts DIRECTORY ORG WHO FILE`. */
import { scoring } from "../cli/in-process.ts";

const [directory = "", organization = "", who = "", file = ""] = process.argv.slice(2);
const where = ["--data-dir", directory, "--org", organization, "--to", file];
const { code, err } = await scoring(["export-person", who, ...where, "--json"]);
if (code !== 0) throw new Error(err);
// kilobytes on every system that tests run on
process.stdout.write(JSON.stringify({ kilobytes: process.resourceUsage().maxRSS }));

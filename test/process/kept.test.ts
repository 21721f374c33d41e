/** What the files of a run use together is started once, and ends with the run. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { eventually } from "../appliance/running.ts";
import { RUN_OF_KEEPER } from "../kept/of-this-run.ts";

const OF_THIS_RUN = join(import.meta.dir, "../kept/of-this-run.ts");

/** Shows where the server of its run is, and goes on. */
const SHOWS = `const { ofThisRun } = await import(${JSON.stringify(OF_THIS_RUN)});
  process.stdout.write((await ofThisRun("server")).url + "\\n");
  setInterval(() => {}, 1_000);`;

function start(run?: number) {
  return Bun.spawn([process.execPath, "-e", SHOWS], {
    env: {
      PATH: Bun.env["PATH"] ?? "",
      TMPDIR: tmpdir(),
      ...(run !== undefined && { [RUN_OF_KEEPER]: `${run}` }),
    },
    stdout: "pipe",
    stderr: "inherit",
  });
}

async function shownBy({ stdout }: ReturnType<typeof start>): Promise<string> {
  for await (const bytes of stdout) return new TextDecoder().decode(bytes).trim();
  throw new Error("it ended before it showed anything");
}

test("what is kept is the same in all processes of a run, and ends when the run is killed", async () => {
  const run = start();
  const url = await shownBy(run);
  const other = start(run.pid);
  expect(await shownBy(other)).toBe(url);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const folder = join(dirname(tmpdir()), `scoring-tests-${run.pid}-server`);
  expect(existsSync(folder)).toBe(true);
  run.kill("SIGKILL");
  await eventually(() => Promise.resolve(!existsSync(folder)));
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  other.kill("SIGKILL");
}, 600_000);

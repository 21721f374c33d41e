/** The beginning of the tour in docs/api.md, in a shell as a person would run it: it has no race to lose. */
import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { freePort } from "../../scripts/free-port.ts";
import { parseKey } from "../../src/identity/keys/key.ts";
import { eventuallyAnswered } from "../eventually.ts";
import { readText } from "../sources.ts";

/** What a person types, of the first block of the tour. */
function firstCommands(): string[] {
  const tour = readText("docs/api.md").split("**Start it**")[1] ?? "";
  const block = /```\n([^]*?)```/.exec(tour)?.[1] ?? "";
  return [...block.matchAll(/^\$ (.+)$/gm)].map(([, command]) => command ?? "");
}

/** A busy machine takes longer for a start than `healthcheck --wait` waits. */
const TOO_BUSY = "after 60 s";

test("the tour starts a server and makes a key, with no pause between its lines", async () => {
  const { code, out, err } = await eventuallyAnswered(async () => {
    const walked = await walkTour();
    return walked.err.includes(TOO_BUSY) ? null : walked;
  });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toStartWith("ready\n");
  expect(parseKey(`Bearer ${/^KEY (.*)$/m.exec(out)?.[1]}`).ok).toBe(true);
});

async function walkTour(): Promise<{ code: number; out: string; err: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tour-"));
  const program = programCommand(null)
    .map((word) => `'${word}'`)
    .join(" ");
  writeFileSync(join(folder, "scoring"), `#!/bin/sh\nexec ${program} "$@"\n`);
  chmodSync(join(folder, "scoring"), 0o700);
  const commands = firstCommands();
  expect(commands).toHaveLength(3);
  const script = [...commands, 'echo "KEY $KEY"', "kill $!", "wait $!"].join("\n");
  const listen = `127.0.0.1:${freePort()}`;
  const child = Bun.spawn(["sh", "-c", script], {
    cwd: folder,
    env: { PATH: Bun.env["PATH"] ?? "", HOME: folder, SCORING_LISTEN: listen },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

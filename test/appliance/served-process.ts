/** `scoring serve` as a process. */
import { tmpdir } from "node:os";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { compilersHere } from "../../scripts/tests/compilers.ts";

/**
 * Starts it on the folder.
 *
 * @param environment - More of its environment.
 * @returns The process and its address, once it listens and has made its first keys.
 */
export async function serveProcess(
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ child: Bun.Subprocess<"ignore", "pipe", "ignore">; url: string }> {
  const child = Bun.spawn(
    [...programCommand(null), "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"],
    {
      env: {
        PATH: Bun.env["PATH"] ?? "",
        HOME: tmpdir(),
        SCORING_DISK_FLOOR_BYTES: "0",
        SCORING_DISK_FLOOR_SHARE: "0",
        ...compilersHere(),
        ...environment,
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  let said = "";
  for await (const bytes of child.stdout) {
    said += new TextDecoder().decode(bytes);
    const url = said.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`it ended before it listened: ${said}`);
}

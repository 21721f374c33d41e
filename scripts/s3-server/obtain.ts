/** Builds the S3 server of this folder into .tools, once; its go.sum pins each part. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { goOnPath } from "../obtain-nats/go.ts";

const TOOLS = join(import.meta.dir, "../../.tools");

/** Returns the program's path; null when it was not brought. */
export function s3ServerPath(): string | null {
  const path = builtPath();
  return existsSync(path) ? path : null;
}

/**
 * Returns the program's path, or why it cannot be had here.
 *
 * @remarks The first time on a machine it takes some minutes, later some seconds: Go keeps what it built.
 */
export async function obtainS3Server(): Promise<{ path: string } | { reason: string }> {
  const path = builtPath();
  if (existsSync(path)) return { path };
  const go = goOnPath();
  if (go === null) return { reason: "no Go toolchain on the PATH" };
  await mkdir(TOOLS, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const build = Bun.spawnSync(
    [go.path, "build", "-mod=readonly", "-trimpath", "-ldflags", "-s -w", "-o", unfinished, "."],
    { cwd: import.meta.dir, env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off" } },
  );
  if (build.exitCode !== 0) return { reason: `go build failed: ${build.stderr.toString().slice(-2_000)}` };
  await rename(unfinished, path);
  return { path };
}

/** Another pin or another main.go is another program. */
function builtPath(): string {
  const hash = createHash("sha256");
  for (const file of ["main.go", "go.sum"]) hash.update(readFileSync(join(import.meta.dir, file)));
  return join(TOOLS, `s3-server-${hash.digest("hex").slice(0, 12)}`);
}

/**
 * Lints what docs/deploy/ has for systemd, Compose, Kubernetes and NATS, each with the tool that knows its kind:
 *
 *   bun scripts/lint-deployment.ts
 *
 * check-jsonschema and kubernetes-validate come from PyPI, once, into .tools. What is not to be had here is said, and
 * is no failure.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { obtainPackages } from "./python-packages.ts";

const ROOT = join(import.meta.dir, "..");
const FILES = join(ROOT, "docs/deploy");
const VERSIONS = { "check-jsonschema": "0.39.0", "kubernetes-validate": "1.37.0" };
const TOOLS = join(ROOT, ".tools", `deployment-${Object.values(VERSIONS).join("-")}`);

const folder = mkdtempSync(join(tmpdir(), "deployment-"));
try {
  const linted = [await lintUnits(), lintSchemas(), await lintNats()];
  process.exitCode = linted.every((isRight) => isRight) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each part is read with the unit that it is added to. */
async function lintUnits(): Promise<boolean> {
  if (Bun.which("systemd-analyze") === null) return skip("systemd-analyze is not here");
  const unit = await Bun.file(join(ROOT, "scripts/install/systemd-unit.ini")).text();
  const results: boolean[] = [];
  for (const role of ["ingest", "engine"]) {
    const path = join(folder, `scoring-${role}.service`);
    mkdirSync(`${path}.d`);
    writeFileSync(path, unit.replace("@EXECUTABLE@", process.execPath));
    writeFileSync(join(`${path}.d`, "role.conf"), await Bun.file(join(FILES, `systemd/${role}.conf`)).text());
    results.push(verifyUnit(path));
  }
  const nats = await Bun.file(join(FILES, "systemd/nats-server.ini")).text();
  const path = join(folder, "nats.service");
  writeFileSync(path, nats.replace("/usr/local/bin/nats-server", process.execPath));
  return [...results, verifyUnit(path)].every((isRight) => isRight);
}

/** Other units of this machine are its own affair. */
function verifyUnit(path: string): boolean {
  const ran = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", path]);
  const complaints = ran.stderr.toString().split("\n");
  const found = complaints.filter((line) => line.includes(folder) || line.includes("role.conf"));
  found.forEach((line) => process.stdout.write(`${line}\n`));
  return ran.success && found.length === 0;
}

function lintSchemas(): boolean {
  const obtained = obtainPackages({ folder: TOOLS, versions: VERSIONS });
  if ("reason" in obtained) return skip(obtained.reason);
  const tool = (name: string) => join(TOOLS, "bin", name);
  const schema = ["--builtin-schema", "vendor.compose-spec"];
  return [
    run([tool("check-jsonschema"), ...schema, join(FILES, "compose.yaml")]),
    run([tool("kubernetes-validate"), "--strict", join(FILES, "kubernetes.yaml")]),
  ].every((isRight) => isRight);
}

/** The server reads its own configuration, with a folder that is there. */
async function lintNats(): Promise<boolean> {
  const server = join(ROOT, "embedded/nats/nats-server");
  if (!(await Bun.file(server).exists())) return skip("the stream's server is not here");
  const path = join(folder, "nats.conf");
  const config = await Bun.file(join(FILES, "nats.conf")).text();
  writeFileSync(path, config.replace("/var/lib/nats", folder));
  return run([server, "-t", "--config", path], { NATS_PASSWORD: "password" });
}

function run(command: string[], environment: Record<string, string> = {}): boolean {
  const env = { ...process.env, ...environment };
  return Bun.spawnSync(command, { env, stdout: "inherit", stderr: "inherit" }).success;
}

function skip(reason: string): true {
  process.stdout.write(`skipped: ${reason}\n`);
  return true;
}

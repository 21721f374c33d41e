import { afterAll, expect, describe, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mintKey } from "../../src/identity/keys/key.ts";
import { adminKeyIn, removeFolders, type Served, startServed } from "./served.ts";
import { isSkipped } from "../skipped.ts";

const folder = mkdtempSync(join(tmpdir(), "private-"));
afterAll(async () => {
  await removeFolders();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything in the directory, itself included, that anybody but its owner may read, write or look into. */
function openToOthers(directory: string): string[] {
  const below = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return ["", ...below].filter((path) => (statSync(join(directory, path)).mode & 0o077) !== 0);
}

async function serveOnce(directory: string): Promise<Served> {
  const served = await startServed({ directory });
  const id = crypto.randomUUID();
  await served.deliver(id);
  await served.holds([id]);
  return served;
}

describe("nobody else may read what is kept", () => {
  test("in a directory that others could look into when it was empty, or since an earlier start", async () => {
    const directory = join(folder, "made-before");
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    const earlier = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual([]);
    expect(readdirSync(directory)).toContain("scoring.db-wal");
    await earlier.end();
    for (const name of ["", "scoring.db", "scoring.db-wal", "scoring.db-shm", "lock", "format"])
      chmodSync(join(directory, name), name === "" ? 0o755 : 0o644);
    const served = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual([]);
    await served.end();
  });

  test("and a directory that holds something else keeps its own mode, but not the files in it", async () => {
    const directory = join(folder, "home");
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, "letter"), "mine", { mode: 0o644 });
    const served = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual(["", "letter"]);
    await served.end();
  });
});

/** The names of the files in the directory that hold a text. */
function filesWith(directory: string, text: string): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name));
  return paths
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(directory.length + 1));
}

describe("a secret", async () => {
  const ofModel = `sk-${"model".repeat(8)}`;
  const ofProvider = `provider-${"client".repeat(8)}`;
  const served = await startServed({
    environment: {
      SCORING_LLM_BASE_URL: "http://127.0.0.1:9/v1",
      SCORING_LLM_MODEL: "none",
      SCORING_LLM_API_KEY: ofModel,
      SCORING_PUBLIC_URL: "http://127.0.0.1:9",
      SCORING_OIDC_ISSUER: "http://127.0.0.1:9",
      SCORING_OIDC_CLIENT_ID: "none",
      SCORING_OIDC_CLIENT_SECRET: ofProvider,
    },
  });
  const { url, directory, key: ofMember, pid } = served;
  const ofAdmin = adminKeyIn(directory);
  const unknown = mintKey();
  const ask = (path: string, key: string, method = "POST") =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
    }).then((answer) => answer.text());
  const answers = [
    await ask("/v1/logs", unknown),
    await ask("/v1/logs", `${ofMember}x`),
    await ask("/v1/admin/judge/test", ofAdmin),
    await ask("/v1/admin/status", ofAdmin, "GET"),
    await ask("/metrics", ofAdmin, "GET"),
    await ask("/v1/admin/keys", ofAdmin, "GET"),
    await ask("/v1/session", ofMember, "GET"),
    await ask("/v1/session/ways", ofMember, "GET"),
    await ask("/v1/session/oidc", ofMember, "GET"),
  ];
  const told = crypto.randomUUID();
  await served.deliver(told);
  await served.holds([told]);
  const ofStream =
    /token: "([^"]+)"/.exec(readFileSync(join(directory, "nats/nats.conf"), "utf8"))?.[1] ?? "";
  const secrets = { ofModel, ofProvider, ofMember, ofAdmin, unknown, ofStream };

  test.each(Object.entries(secrets))("%s is in no answer and in no line of the log", (_, secret) => {
    expect(secret.length).toBeGreaterThan(20);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
    expect(served.log()).toContain("telemetry is refused");
    expect(served.log()).not.toContain(secret);
  });

  test.each(Object.entries(secrets))("%s is in no file but its own", (name, secret) => {
    const own = { ofMember: ["first-keys"], ofAdmin: ["first-keys"], ofStream: ["nats/nats.conf"] };
    expect(filesWith(directory, secret)).toEqual(own[name as keyof typeof own] ?? []);
  });

  test.skipIf(isSkipped(process.platform === "linux", "Linux"))("is shown by no list of processes", () => {
    const shown = [pid, served.streamPid()].map((process) =>
      readFileSync(`/proc/${process}/cmdline`, "utf8"),
    );
    // what the stream's server was started with besides; only its owner may read this process's settings
    shown.push(readFileSync(`/proc/${served.streamPid()}/environ`, "utf8"));
    for (const secret of Object.values(secrets))
      expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  });

  afterAll(() => served.end());
});

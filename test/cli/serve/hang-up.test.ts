/** A running server that is asked to read its settings again, and what its log says, and does not say, of secrets. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect } from "node:tls";
import { eventually } from "../../appliance/running.ts";
import { newDirectory, serve } from "./started.ts";

const CERTIFICATES = join(import.meta.dir, "../../http/tls/certificates");

const directory = newDirectory();
const folder = dirname(directory);
const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
const modelKey = "sk-proj-Zx81kQ0vTn5yRb2LwHc7";
useCertificate("first");
writeSettings([]);
const server = serve(directory, "pipe", {
  args: ["--tls-cert", certificate, "--tls-key", key],
  environment: { SCORING_LLM_API_KEY: modelKey, SCORING_OFFLINE: "true" },
});
let url = "";
let keys: string[] = [];

beforeAll(async () => {
  url = /listens on (\S+)/.exec(await server.greeting)?.[1] ?? "";
  keys = readFileSync(join(directory, "first-keys"), "utf8").match(/scoring_\w+/g) ?? [];
}, 600_000);

afterAll(async () => {
  server.child.kill("SIGTERM");
  await server.child.exited;
  rmSync(folder, { recursive: true });
});

function useCertificate(name: string): void {
  copyFileSync(join(CERTIFICATES, `${name}.pem`), certificate);
  copyFileSync(join(CERTIFICATES, `${name}-key.pem`), key);
}

function writeSettings(lines: readonly string[]): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "scoring.toml"), lines.join("\n"));
}

interface LogLine {
  time: string;
  level: string;
  message: string;
  [field: string]: unknown;
}

function logged(): LogLine[] {
  const text = server.log();
  return text
    .slice(0, text.lastIndexOf("\n"))
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}

/**
 * Has the settings read again.
 *
 * @returns The line that says how that ended.
 */
async function hangUp(): Promise<LogLine> {
  const ends = () => logged().filter(({ message }) => /^the settings were (not )?read again/.test(message));
  const before = ends().length;
  server.child.kill("SIGHUP");
  await eventually(async () => ends().length > before);
  return ends().at(-1) ?? { time: "", level: "", message: "" };
}

async function shownCertificate(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(
    { port: Number(new URL(url).port), host: "127.0.0.1", rejectUnauthorized: false },
    () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    },
  );
  socket.on("error", reject);
  return promise;
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${path}`, { ...init, tls: { rejectUnauthorized: false } });
}

function askAsAdmin(path: string): Promise<Response> {
  return ask(path, { headers: { authorization: `Bearer ${keys[0] ?? ""}` } });
}

/** When the time of the certificate is over, in seconds, as `/metrics` says. */
async function measuredUntil(): Promise<number> {
  const measured = await (await askAsAdmin("/metrics")).text();
  return Number(/^scoring_tls_certificate_not_after_timestamp_seconds (\d+)$/m.exec(measured)?.[1]);
}

function validToOf(name: string): number {
  return Date.parse(new X509Certificate(readFileSync(join(CERTIFICATES, `${name}.pem`))).validTo) / 1_000;
}

describe("SIGHUP", () => {
  test("brings the settings that scoring.toml has by now", async () => {
    const headers = { host: "scoring.lan" };
    expect((await ask("/", { headers })).status).toBe(421);
    writeSettings(['hosts = ["scoring.lan"]', 'listen = "127.0.0.1:1"']);
    // the flag goes before the file, so the address stays
    expect(await hangUp()).toMatchObject({ level: "info", changed: "hosts" });
    expect((await ask("/", { headers })).status).toBe(200);
  });

  test("brings the certificate that its files hold by now", async () => {
    expect(await shownCertificate()).toBe("scoring-first.example");
    const first = await measuredUntil();
    expect(first).toBe(validToOf("first"));
    useCertificate("second");
    await hangUp();
    expect(await shownCertificate()).toBe("scoring-second.example");
    expect(await measuredUntil()).toBe(validToOf("second"));
    const status = (await (await askAsAdmin("/v1/admin/status")).json()) as { certificateValidUntil: string };
    expect(Date.parse(status.certificateValidUntil) / 1_000).toBe(validToOf("second"));
  });

  test("changes nothing when a file cannot be used, and says why", async () => {
    copyFileSync(join(CERTIFICATES, "first-key.pem"), key);
    expect(await hangUp()).toMatchObject({
      level: "error",
      message: "the settings were not read again; those in force stay",
      reason: expect.stringContaining("does not belong to the certificate"),
    });
    useCertificate("second");
    writeSettings(["hosts = 7"]);
    expect(await hangUp()).toMatchObject({ level: "error", reason: expect.stringContaining("hosts in ") });
    expect(await shownCertificate()).toBe("scoring-second.example");
    expect((await ask("/", { headers: { host: "scoring.lan" } })).status).toBe(200);
  });
});

describe("the log of a run full of secrets", () => {
  const secrets = {
    "the password in a prompt": "hunter2-correct-horse",
    "a cloud key in a prompt": "AKIAQ3EGRCD2XN7WLKZM",
    "a wrong key": "scoring_0123456789abcdefghijklmnopqrstuvwxyzAB",
    "a key in the query": "query-secret-90210",
    "a cookie": "cookie-secret-90210",
    "a wrong setting": "setting-secret-90210",
    "a header": "header-secret-90210",
    "what is no JSON": "body-secret-90210",
  };

  test("has a time, a level and a message in each line, and none of the secrets", async () => {
    const prompt = `${secrets["the password in a prompt"]} password=${secrets["a cloud key in a prompt"]}`;
    const attributes = [
      { key: "event.name", value: { stringValue: "user_prompt" } },
      { key: "prompt", value: { stringValue: prompt } },
    ];
    const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes }] }] }] });
    const sent = async (path: string, authorization: string, text: string) => {
      const headers = {
        authorization,
        "content-type": text === "protobuf" ? "application/x-protobuf" : "application/json",
        cookie: `scoring-session=${secrets["a cookie"]}`,
        "x-api-key": secrets["a header"],
        "user-agent": "OTel-OTLP-Exporter-JavaScript/0.208.0",
      };
      return (await ask(path, { method: "POST", headers, body: text })).status;
    };
    const [, member = ""] = keys;
    expect(await sent("/v1/logs", `Bearer ${member}`, body)).toBe(200);
    expect(await sent("/v1/logs", `Bearer ${secrets["a wrong key"]}`, body)).toBe(401);
    expect(await sent("/v1/logs", `Bearer ${member}`, `{${secrets["what is no JSON"]}`)).toBe(400);
    expect(await sent("/v1/logs", `Bearer ${member}`, "protobuf")).toBe(415);
    const inQuery = secrets["a key in the query"];
    expect(await sent(`/v1/v1/logs?key=${inQuery}`, `Bearer ${member}`, body)).toBe(404);
    expect(await sent("/v1/session", "", JSON.stringify({ key: secrets["a wrong key"] }))).toBe(401);
    expect((await ask(`/scoring/scores?from=${inQuery}`)).status).toBe(401);
    writeSettings([`llm_timeout_ms = "${secrets["a wrong setting"]}"`, `llm_api_key = 7`]);
    await hangUp();
    writeSettings(['capture_mode = "minimal"', `llm_model = "judge"`]);
    expect(await hangUp()).toMatchObject({ changed: "hosts, capture_mode, llm_model" });
    // the refusals are logged after they were answered
    await eventually(async () => logged().some(({ message }) => message === "telemetry is refused"));
    const found = Object.entries({ ...secrets, model: modelKey, admin: keys[0] ?? "none", member }).filter(
      ([, secret]) => server.log().includes(secret),
    );
    expect(found.map(([name]) => name)).toEqual([]);
    expect(server.log()).not.toContain("PRIVATE KEY");
    const shapes = logged().map(({ time, level, message }) => [
      !Number.isNaN(Date.parse(time)),
      ["info", "warning", "error"].includes(level),
      message !== "",
    ]);
    expect(shapes.filter((shape) => shape.includes(false))).toEqual([]);
  });
});

describe("a terminal that is closed", () => {
  test("ends the server that was started on it, as everything else there", async () => {
    const onTerminal = serve(newDirectory(), "terminal");
    await onTerminal.greeting;
    onTerminal.child.terminal?.close();
    expect(await onTerminal.child.exited).toBe(0);
  });
});

import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSettings } from "../../src/settings/describe.ts";
import { environmentName, fileKey, flagName } from "../../src/settings/names.ts";
import { describeSettingsProblems, type LoadedSettings, readSettings } from "../../src/settings/read.ts";
import { SECRETS, SETTING_NAMES, type SettingName, type Settings } from "../../src/settings/schema.ts";

/** A value of each setting that is not its default: as a flag or variable has it, as the file has it, as it is read. */
const SAMPLES: Readonly<Record<SettingName, { text: string; toml?: string; read: unknown }>> = {
  dataDir: { text: "/srv/scoring", read: "/srv/scoring" },
  listen: { text: "0.0.0.0:1", read: { hostname: "0.0.0.0", port: 1 } },
  publicUrl: { text: "https://scoring.example.com/", read: "https://scoring.example.com" },
  tlsCert: { text: "/etc/scoring/certificate.pem", read: "/etc/scoring/certificate.pem" },
  tlsKey: { text: "/etc/scoring/key.pem", read: "/etc/scoring/key.pem" },
  hosts: { text: "scoring.lan", toml: '["scoring.lan"]', read: ["scoring.lan"] },
  trustedProxies: { text: "10.0.0.0/8,::1", toml: '["10.0.0.0/8", "::1"]', read: ["10.0.0.0/8", "::1"] },
  trustedProxyHeader: { text: "x-real-ip", read: "x-real-ip" },
  metricsListen: { text: "[::1]:9464", read: { hostname: "[::1]", port: 9464 } },
  offline: { text: "true", toml: "true", read: true },
  corsOrigin: { text: "https://a.example", toml: '["https://a.example"]', read: ["https://a.example"] },
  securityContact: { text: "security@example.com", read: "mailto:security@example.com" },
  logStyle: { text: "json", read: "json" },
  labels: { text: "team.id,squad", toml: '["team.id", "squad"]', read: ["team.id", "squad"] },
  acceptProtobuf: { text: "true", toml: "true", read: true },
  bodyLimitBytes: { text: "1MiB", read: 2 ** 20 },
  maxItems: { text: "7", toml: "7", read: 7 },
  keyRequestsPerMinute: { text: "7", toml: "7", read: 7 },
  requestDeadlineMs: { text: "7", toml: "7", read: 7 },
  streamMaxBytes: { text: "1GiB", read: 2 ** 30 },
  diskFloorBytes: { text: "77", toml: "77", read: 77 },
  diskFloorShare: { text: "0.5", toml: "0.5", read: 0.5 },
  batchMaxBytes: { text: "2MiB", read: 2 ** 21 },
  batchMaxMs: { text: "7", toml: "7", read: 7 },
  rawRetentionDays: { text: "7", toml: "7", read: 7 },
  rawMaxBytes: { text: "1TiB", read: 2 ** 40 },
  reportRetentionDays: { text: "7", toml: "7", read: 7 },
  auditDays: { text: "90", toml: "90", read: 90 },
  captureMode: { text: "minimal", read: "minimal" },
  promptMaxChars: { text: "7", toml: "7", read: 7 },
  redactEntropy: { text: "false", toml: "false", read: false },
  redactEmails: { text: "false", toml: "false", read: false },
  redactPaths: { text: "false", toml: "false", read: false },
  pricesFile: { text: "/etc/scoring/prices.toml", read: "/etc/scoring/prices.toml" },
  llmBaseUrl: { text: "http://127.0.0.1:8000/v1", read: "http://127.0.0.1:8000/v1" },
  llmApiKey: { text: "hidden", read: "hidden" },
  llmModel: { text: "small", read: "small" },
  llmTimeoutMs: { text: "90000", read: 90_000 },
  llmConcurrency: { text: "2", read: 2 },
  llmMonthlyBudgetUsd: { text: "12.5", read: 12.5 },
  llmMonthlyBudgetTokens: { text: "1000000", read: 1_000_000 },
  llmOrganizationBudgetShare: { text: "0.25", read: 0.25 },
  leadSees: { text: "groups", toml: '"groups"', read: "groups" },
  alertsNameDevelopers: { text: "true", toml: "true", read: true },
  llmCheck: { text: "false", read: false },
  judgeRequiresCheck: { text: "true", read: true },
  signInHours: { text: "8", toml: "8", read: 8 },
  signInIdleHours: { text: "0.5", toml: "0.5", read: 0.5 },
  signInWithKey: { text: "false", toml: "false", read: false },
  oidcIssuer: { text: "https://login.example.com/realms/a/", read: "https://login.example.com/realms/a/" },
  oidcName: { text: "Example", read: "Example" },
  oidcClientId: { text: "scoring", read: "scoring" },
  oidcClientSecret: { text: "hidden", read: "hidden" },
  oidcDomains: {
    text: "Example.com,b.example",
    toml: '["Example.com", "b.example"]',
    read: ["example.com", "b.example"],
  },
  oidcFirstSignIn: { text: "allowed_domain", read: "allowed_domain" },
  oidcGroupsClaim: { text: "roles", read: "roles" },
  oidcAdminGroups: { text: "ops,it", toml: '["ops", "it"]', read: ["ops", "it"] },
  oidcLeadGroups: { text: "leads", toml: '["leads"]', read: ["leads"] },
  oidcOrganization: { text: "Ada Ltd", read: "Ada Ltd" },
  slackClientId: { text: "123.456", read: "123.456" },
  slackClientSecret: { text: "hidden", read: "hidden" },
  integrationKey: { text: "AB".repeat(32), read: "ab".repeat(32) },
  smtpHost: { text: "mail.example.com", read: "mail.example.com" },
  smtpPort: { text: "465", toml: "465", read: 465 },
  smtpTls: { text: "tls", read: "tls" },
  smtpUser: { text: "scoring", read: "scoring" },
  smtpPassword: { text: "hidden", read: "hidden" },
  smtpFrom: { text: "scoring@example.com", read: "scoring@example.com" },
  webhookHosts: { text: "hooks.lan", toml: '["hooks.lan"]', read: ["hooks.lan"] },
  role: { text: "ingest", read: "ingest" },
  engineUrl: {
    text: "http://a:4318/,http://b:4318",
    toml: '["http://a:4318/", "http://b:4318"]',
    read: ["http://a:4318", "http://b:4318"],
  },
  nodeName: { text: "engine-1", read: "engine-1" },
  natsUrl: {
    text: "nats://a:4222,tls://b",
    toml: '["nats://a:4222", "tls://b"]',
    read: ["nats://a:4222", "tls://b"],
  },
  natsCredentials: { text: "/etc/scoring/nats.creds", read: "/etc/scoring/nats.creds" },
  natsCa: { text: "/etc/scoring/nats.pem", read: "/etc/scoring/nats.pem" },
  natsReplicas: { text: "1", toml: "1", read: 1 },
  objects: { text: "s3://records/scoring", read: "s3://records/scoring" },
  s3Endpoint: { text: "http://127.0.0.1:9000", read: "http://127.0.0.1:9000" },
  s3Region: { text: "eu-central-1", read: "eu-central-1" },
  s3PathStyle: { text: "true", toml: "true", read: true },
  s3AccessKeyId: { text: "ada", read: "ada" },
  s3SecretAccessKey: { text: "hidden", read: "hidden" },
  database: { text: "postgres://ada:hidden@db/scoring", read: "postgres://ada:hidden@db/scoring" },
  databaseCa: { text: "/etc/scoring/database.pem", read: "/etc/scoring/database.pem" },
  databasePool: { text: "8", toml: "8", read: 8 },
};

const emptyDirectory = mkdtempSync(join(tmpdir(), "settings-"));

function load(flags: Record<string, string>, environment: Record<string, string> = {}): LoadedSettings {
  const outcome = readSettings({ "data-dir": emptyDirectory, ...flags }, environment);
  if (!outcome.ok) throw new Error(describeSettingsProblems(outcome.problem));
  return outcome.value;
}

function read(name: SettingName, { settings }: LoadedSettings): Settings[SettingName] {
  return settings[name];
}

describe.each(SETTING_NAMES)("the setting %s", (name) => {
  const sample = SAMPLES[name];

  test("is read from its flag", () => {
    expect<unknown>(read(name, load({ [flagName(name)]: sample.text }))).toEqual(sample.read);
  });

  test("is read from its variable", () => {
    const outcome = readSettings({}, { [environmentName(name)]: sample.text });
    expect(outcome).toMatchObject({ ok: true, value: { settings: { [name]: sample.read } } });
  });

  test("is read from the file that its variable with _FILE names only when it is a secret", () => {
    const path = join(mkdtempSync(join(tmpdir(), "settings-")), "value");
    writeFileSync(path, `${sample.text}\n`);
    const outcome = readSettings({}, { [`${environmentName(name)}_FILE`]: path });
    expect(outcome.ok).toBe(SECRETS.has(name));
    if (outcome.ok) expect<unknown>(read(name, outcome.value)).toEqual(sample.read);
  });
});

test.each(SETTING_NAMES.filter((name) => name !== "dataDir"))("%s is read from scoring.toml", (name) => {
  const sample = SAMPLES[name];
  const directory = mkdtempSync(join(tmpdir(), "settings-"));
  const value = sample.toml ?? JSON.stringify(sample.text);
  writeFileSync(join(directory, "scoring.toml"), `${fileKey(name)} = ${value}\n`);
  expect<unknown>(read(name, load({ "data-dir": directory }))).toEqual(sample.read);
});

describe("the access key of a bucket", () => {
  const usual = { AWS_ACCESS_KEY_ID: "theirs", AWS_SECRET_ACCESS_KEY: "hidden", AWS_REGION: "eu-west-1" };

  test("is read from the variables that other programs use", () => {
    expect(load({}, usual).settings).toMatchObject({
      s3AccessKeyId: "theirs",
      s3SecretAccessKey: "hidden",
      s3Region: "eu-west-1",
    });
  });

  test("is read from the setting first", () => {
    expect(load({}, { ...usual, SCORING_S3_ACCESS_KEY_ID: "ours" }).settings.s3AccessKeyId).toBe("ours");
  });
});

describe("addresses of engines", () => {
  test.each([
    ["database", "mysql://a/b", "an address such as postgres://user:password@host:5432/scoring"],
    ["database", "postgres://a", "an address such as postgres://user:password@host:5432/scoring"],
    ["objects", "https://records", "a bucket such as s3://records or s3://records/scoring"],
    [
      "nats-url",
      "nats://ada:hidden@a",
      "servers such as nats://10.0.0.1:4222 or tls://nats.example.com; credentials are in a file",
    ],
    ["engine-url", "a:4318", "addresses such as http://engine-1:4318, with commas between them"],
    ["nats-replicas", "6", "a number from 1 to 5"],
  ])("%s cannot be %s", (flag, given, expected) => {
    const outcome = readSettings({ [flag]: given }, {});
    expect(outcome.ok ? "" : describeSettingsProblems(outcome.problem)).toBe(
      `--${flag}: expected ${expected}`,
    );
  });

  test("are not shown when they hold a password", () => {
    const shown = describeSettings(load({}, { SCORING_DATABASE: "postgres://ada:hidden@db/scoring" }));
    expect(JSON.stringify(shown)).not.toContain("hidden");
  });
});

describe("the issuer of a provider", () => {
  test.each([
    "login.example.com",
    "http://login.example.com",
    "https://a/?x=1",
    "http://127.0.0.1.example.com",
  ])("is not %s", (text) => {
    const outcome = readSettings({ "oidc-issuer": text }, {});
    expect(outcome.ok ? "" : describeSettingsProblems(outcome.problem)).toBe(
      "--oidc-issuer: expected the provider's issuer, such as https://login.example.com; http only on this machine",
    );
  });

  test.each(["http://127.0.0.1:4000", "http://localhost:4000/a/", "http://[::1]:4000"])(
    "may be %s",
    (text) => {
      expect(load({ "oidc-issuer": text }).settings.oidcIssuer).toBe(text);
    },
  );
});

describe("the address that agents send to", () => {
  test.each([
    "foo",
    "scoring.example.com",
    "ftp://a",
    "http://",
    "http:foo",
    "http://a/?x=1",
    "http://u:p@a",
  ])("is not %s", (text) => {
    const outcome = readSettings({ "public-url": text }, {});
    expect(outcome.ok ? "" : describeSettingsProblems(outcome.problem)).toBe(
      "--public-url: expected an address such as https://scoring.example.com",
    );
  });
});

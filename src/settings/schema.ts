/** Every setting of the program: its shape, its default, and what it is for. */
import { z } from "zod";
import { USUAL_LABELS } from "../vocabulary/labels/label.ts";
import { ENGINE_SETTINGS } from "./engines.ts";
import {
  address,
  bytes,
  contact,
  domains,
  emailAddress,
  flagValue,
  hexKey,
  hours,
  httpUrl,
  issuerUrl,
  list,
  networks,
  number,
  positiveNumber,
  ratio,
  text,
  wholeNumber,
} from "./values.ts";

/** The settings as a schema; `docs/configuration.md`, the flags and `config print` are made from it. */
export const SETTINGS = z.object({
  dataDir: text.default("./scoring-data").describe("The data directory; everything is kept in it."),
  listen: address.prefault("127.0.0.1:4318").describe("Host and port that the server listens on."),
  publicUrl: httpUrl
    .nullable()
    .default(null)
    .describe(
      "The address that agents send to and people open, when it differs from listen (behind a proxy, in a container).",
    ),
  tlsCert: text
    .nullable()
    .default(null)
    .describe(
      "A file with the server's certificate and its chain (PEM); with it the server speaks HTTPS. Read again on SIGHUP.",
    ),
  tlsKey: text
    .nullable()
    .default(null)
    .describe("The file of the certificate's private key (PEM), when it is not in the same file."),
  hosts: list
    .default([])
    .describe(
      "Further names that the dashboard and the API are reached by, such as scoring.lan; * allows every name.",
    ),
  trustedProxies: networks
    .default([])
    .describe(
      "Addresses or networks of proxies whose header says where a request came from, such as 127.0.0.1 or 10.0.0.0/8.",
    ),
  trustedProxyHeader: z
    .enum(["x-forwarded-for", "x-real-ip"])
    .default("x-forwarded-for")
    .describe("The header in which the trusted proxies say it."),
  metricsListen: address
    .nullable()
    .default(null)
    .describe("Host and port of a second listener that serves only /metrics, without a key."),
  offline: flagValue.default(false).describe("Forbid every outgoing connection."),
  corsOrigin: list.default([]).describe("Origins whose web pages may call the API."),
  leadSees: z
    .enum(["people", "groups"])
    .default("people")
    .describe(
      "What a lead sees of the people with the account's labels: usage and scores of each, or only scores of five or more together.",
    ),
  securityContact: contact
    .nullable()
    .default(null)
    .describe(
      "An e-mail or web address for people who find a flaw; everybody can read it at /.well-known/security.txt.",
    ),
  logStyle: z
    .enum(["auto", "json", "plain"])
    .default("auto")
    .describe("Format of the log on stderr; auto is plain on a terminal and json elsewhere."),
  labels: list
    .refine((names) => names.length <= 20 && names.every((name) => /^[^\s:]{1,100}$/.test(name)), {
      error: "expected at most 20 names without blanks and colons, such as team.id",
    })
    .default([...USUAL_LABELS])
    .describe("Resource attributes that become labels of sessions, to filter and group by."),
  bodyLimitBytes: bytes
    .prefault("20MiB")
    .describe("Largest body of telemetry or of a prompt, as sent and unzipped."),
  maxItems: positiveNumber
    .default(100_000)
    .describe(
      "Most records, spans and data points in one OTLP body. JSON values: forty times that; objects: ten times that.",
    ),
  acceptProtobuf: flagValue
    .default(false)
    .describe("Accept telemetry in protobuf (application/x-protobuf) as well as in JSON."),
  keyRequestsPerMinute: wholeNumber
    .default(0)
    .describe(
      "Requests per minute and key: this many for telemetry and prompts, and the same number again for everything else; 0 means no limit.",
    ),
  requestDeadlineMs: wholeNumber.default(10_000).describe("The longest that a query may take."),
  streamMaxBytes: bytes
    .prefault("2GiB")
    .describe("Largest size of the queue; above it telemetry and prompts get 503."),
  diskFloorBytes: bytes
    .prefault("512MiB")
    .describe("Free disk space below which telemetry and prompts get 503."),
  diskFloorShare: number
    .default(0.02)
    .describe("The same as a share of the disk, 0 to 1; the larger of the two applies."),
  batchMaxBytes: bytes.prefault("8MiB").describe("Size at which the writer closes a batch."),
  batchMaxMs: wholeNumber
    .nullable()
    .default(null)
    .describe("Age at which the writer closes a batch; by default 1000, with a bucket 5000."),
  rawRetentionDays: wholeNumber.default(180).describe("Days that raw records are kept."),
  rawMaxBytes: bytes
    .nullable()
    .default(null)
    .describe("Size of the raw records above which the oldest are deleted; no limit by default."),
  reportRetentionDays: positiveNumber
    .nullable()
    .default(null)
    .describe("Days that reports are kept after they ended; no limit by default."),
  auditDays: positiveNumber.default(400).describe("Days that entries of the audit log are kept."),
  alertsNameDevelopers: flagValue
    .default(false)
    .describe(
      "Alerts may name developers: whose budget is spent, and who sends nothing any more. By default they name keys and agents only.",
    ),
  captureMode: z
    .enum(["full", "metadata", "minimal"])
    .default("full")
    .describe("How much of the text that people and tools wrote is stored."),
  promptMaxChars: positiveNumber
    .default(32_000)
    .describe(
      "Longest text of a prompt or a response that the Claude Code plugin sends; longer ones are cut.",
    ),
  redactEntropy: flagValue.default(true).describe("Redact random-looking strings in text."),
  redactEmails: flagValue.default(true).describe("Redact e-mail addresses in text."),
  redactPaths: flagValue.default(true).describe("Redact the owner of home directories in paths."),
  pricesFile: text
    .nullable()
    .default(null)
    .describe("A JSON or TOML file of model prices and context windows; it goes before the bundled table."),
  llmBaseUrl: httpUrl
    .nullable()
    .default(null)
    .describe("Address of the judge model, up to /v1: a language model with OpenAI's API."),
  llmApiKey: text.nullable().default(null).describe("Key of the judge model, if it wants one."),
  llmModel: text.nullable().default(null).describe("Name of the judge model."),
  llmTimeoutMs: positiveNumber
    .default(60_000)
    .describe("The longest that one call of the judge model may take."),
  llmConcurrency: positiveNumber
    .default(8)
    .describe(
      "Most calls of the judge model at once by each engine; two more may run for people who wait for the answer.",
    ),
  llmMonthlyBudgetUsd: number
    .nullable()
    .default(null)
    .describe("US dollars that the judge model may cost in a calendar month (UTC); no limit by default."),
  llmMonthlyBudgetTokens: wholeNumber
    .nullable()
    .default(null)
    .describe("The same in tokens, read and written together; the limit reached first applies."),
  llmOrganizationBudgetShare: ratio
    .nullable()
    .default(null)
    .describe(
      "How much of these limits one organization may use, such as 0.5; by default all share equally.",
    ),
  llmCheck: flagValue
    .default(true)
    .describe("Check a new judge model once automatically, in the background, on known prompts (68 calls)."),
  judgeRequiresCheck: flagValue
    .default(false)
    .describe("Judge no prompt until the judge model has passed a check."),
  signInHours: hours.default(12).describe("How long people stay signed in at most."),
  signInIdleHours: hours
    .nullable()
    .default(null)
    .describe("The same while nobody uses the dashboard; no limit by default."),
  signInWithKey: flagValue
    .default(true)
    .describe("Let people sign in with a key; one-time links always work."),
  oidcIssuer: issuerUrl
    .nullable()
    .default(null)
    .describe(
      "Issuer of the OpenID Connect provider that people sign in with; needs public_url, oidc_client_id and oidc_client_secret.",
    ),
  oidcName: text
    .max(60)
    .nullable()
    .default(null)
    .describe("What the sign-in page calls the provider; by default the host of the issuer."),
  oidcClientId: text.nullable().default(null).describe("Client ID that the provider gave this server."),
  oidcClientSecret: text.nullable().default(null).describe("Client secret of that client."),
  oidcDomains: domains
    .default([])
    .describe("Domains of e-mail addresses that may sign in, such as example.com; by default every domain."),
  oidcFirstSignIn: z
    .enum(["invited", "allowed_domain"])
    .default("invited")
    .describe(
      "Who may sign in for the first time: only people with an account, or everybody of oidc_domains, who then get one.",
    ),
  oidcGroupsClaim: text
    .default("groups")
    .describe("Claim that lists a person's groups; a dot leads into an object, as in realm_access.roles."),
  oidcAdminGroups: list
    .default([])
    .describe(
      "Groups whose people are admins; with these or oidc_lead_groups set, groups decide every role.",
    ),
  oidcLeadGroups: list.default([]).describe("Groups whose people are leads."),
  oidcOrganization: text
    .nullable()
    .default(null)
    .describe("Name of the organization that people sign in to; by default the only one, or default."),
  slackClientId: text
    .nullable()
    .default(null)
    .describe("Client ID of your Slack app; with its secret, people can connect Slack by signing in there."),
  slackClientSecret: text.nullable().default(null).describe("Client secret of your Slack app."),
  integrationKey: hexKey
    .nullable()
    .default(null)
    .describe(
      "Key that encrypts what Slack gave out and webhooks, 64 hexadecimal digits; by default one is made in a file of the data directory.",
    ),
  smtpHost: text
    .max(253)
    .nullable()
    .default(null)
    .describe("Mail server; with smtp_from, messages can be sent by e-mail."),
  smtpPort: positiveNumber.default(587).describe("Port of the mail server; with smtp_tls = tls usually 465."),
  smtpTls: z
    .enum(["starttls", "tls", "none"])
    .default("starttls")
    .describe("How the connection is encrypted; the certificate is always checked."),
  smtpUser: text.nullable().default(null).describe("User of the mail server, if it wants one."),
  smtpPassword: text.nullable().default(null).describe("Password of that user."),
  smtpFrom: emailAddress
    .nullable()
    .default(null)
    .describe("Address that e-mails are from, such as scoring@example.com."),
  webhookHosts: list
    .default([])
    .describe(
      "Hosts in private networks, or without TLS, that webhooks may be sent to, such as hooks.lan or 10.0.0.5.",
    ),
  ...ENGINE_SETTINGS,
});

/** What the program is set to; times and sizes carry their unit in the name. */
export type Settings = z.output<typeof SETTINGS>;

/** One setting, as the program's code names it. */
export type SettingName = keyof Settings;

export const SETTING_NAMES = Object.keys(SETTINGS.shape) as SettingName[];

/** Settings that are never shown and that `SCORING_…_FILE` can read from a file. */
export const SECRETS: ReadonlySet<SettingName> = new Set<SettingName>([
  "llmApiKey",
  "oidcClientSecret",
  "slackClientSecret",
  "integrationKey",
  "smtpPassword",
  "s3SecretAccessKey",
  "database",
]);

/** Settings that are on when their flag has no value. */
export const SWITCHES: ReadonlySet<SettingName> = new Set<SettingName>([
  "offline",
  "acceptProtobuf",
  "llmCheck",
  "judgeRequiresCheck",
  "signInWithKey",
  "alertsNameDevelopers",
  "redactEntropy",
  "redactEmails",
  "redactPaths",
  "s3PathStyle",
]);

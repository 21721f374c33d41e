import { describe, expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { CREDENTIAL_SHAPES } from "../../src/privacy/credential-shapes.ts";
import { CALL_SECRETS } from "../../src/privacy/passwords/calls.ts";
import { COMMAND_SECRETS } from "../../src/privacy/passwords/commands.ts";
import { NAMED_SECRETS } from "../../src/privacy/passwords/named.ts";
import { SENTENCE_SECRETS } from "../../src/privacy/passwords/sentences.ts";
import { SETTING_SECRETS } from "../../src/privacy/passwords/settings.ts";
import { SECRET_SHAPES } from "../../src/privacy/secret-shapes.ts";

const SETTINGS = { captureMode: "full", redactEntropy: true, redactEmails: true, redactPaths: true } as const;
const OFF = { captureMode: "full", redactEntropy: false, redactEmails: false, redactPaths: false } as const;

/** Made-up secrets, put together here so that no scanner takes this file for a leak. */
const hex = (length: number): string => "0123456789abcdef".repeat(8).slice(0, length);
const letters = (length: number): string => "aB3dE5fG7hJ9kL1mN0pQ2rS4tU6vW8xY".repeat(8).slice(0, length);
const join = (...parts: string[]): string => parts.join("");

const SECRETS: Record<string, string> = {
  "private-key": join("-----BEGIN RSA PRIV", "ATE KEY-----\nMIIE\nabc\n-----END RSA PRIV", "ATE KEY-----"),
  "age-key": join("AGE-SECRET", "-KEY-1", letters(58).toUpperCase()),
  "scoring-key": join("scoring", "_", letters(38)),
  "aws-access-key": join("AKI", "AIOSFODNN7EXAMPLE"),
  "aws-secret-key": join("aws_secret_access", "_key = ", letters(40)),
  "google-api-key": join("AI", "za", letters(35)),
  "google-oauth": join("ya", "29.", letters(40)),
  "azure-key": join("Account", "Key=", letters(86), "=="),
  "azure-secret": join("abc", "8Q", "~", letters(34)),
  "digitalocean-token": join("dop", "_v1_", hex(64)),
  "cloudflare-token": join("cf", "ut_", letters(40)),
  "fly-token": join("fm", "2_", letters(60)),
  "anthropic-key": join("sk-", "ant-api03-", letters(80)),
  "openai-key": join("sk-", "proj-", letters(48)),
  "huggingface-token": join("h", "f_", letters(34)),
  "groq-key": join("gs", "k_", letters(52)),
  "xai-key": join("xa", "i-", letters(80)),
  "perplexity-key": join("ppl", "x-", letters(48)),
  "replicate-token": join("r", "8_", letters(37)),
  "github-token": join("gh", "p_", letters(36)),
  "gitlab-token": join("gl", "pat-", letters(20)),
  "atlassian-token": join("ATA", "TT3", letters(100)),
  "npm-token": join("np", "m_", letters(36)),
  "pypi-token": join("py", "pi-AgEIcHlwaS5vcmc", letters(60)),
  "rubygems-key": join("rubygems", "_", hex(48)),
  "docker-token": join("dckr", "_pat_", letters(27)),
  "slack-token": join("xox", "b-123456789012-", letters(24)),
  "slack-webhook": join("https://hooks.", "slack.com/services/T000/B000/", letters(24)),
  "discord-webhook": join("https://discord.com/", "api/webhooks/1234/", letters(68)),
  "telegram-token": join("123456789", ":AA", letters(33)),
  "sendgrid-key": join("S", "G.", letters(22), ".", letters(43)),
  "mailgun-key": join("key", "-", hex(32)),
  "twilio-key": join("S", "K", hex(32)),
  "stripe-key": join("sk", "_live_", letters(24)),
  "square-token": join("sq0", "atp-", letters(22)),
  "shopify-token": join("shp", "at_", hex(32)),
  "vault-token": join("hv", "s.", letters(24)),
  "terraform-token": join(letters(14), ".atlas", "v1.", letters(67)),
  "databricks-token": join("da", "pi", hex(32)),
  "doppler-token": join("dp", ".pt.", letters(43)),
  "grafana-token": join("gl", "sa_", letters(41)),
  "newrelic-key": join("NRA", "K-", letters(27).toUpperCase()),
  "sentry-token": join("sntry", "s_", letters(60)),
  "linear-key": join("lin", "_api_", letters(40)),
  "notion-token": join("nt", "n_", letters(46)),
  "postman-key": join("PMA", "K-", hex(24), "-", hex(34)),
  "planetscale-token": join("pscale", "_tkn_", letters(43)),
  "supabase-key": join("sb", "p_", hex(40)),
  "discord-token": join("bot ", "MTE4", letters(20), ".", letters(6), ".", letters(38)),
  jwt: join("ey", "JhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0In0.", letters(43)),
  "bearer-token": join("Authorization: Bearer ", "abcdef0123456789xyz"),
  "basic-auth": join("Authorization: Basic ", "dXNlcjpwYXNzd29yZA=="),
  authorization: `Authorization: Digest ${letters(20)}`,
  cookie: `Cookie: session=${hex(32)}`,
  "oracle-password": "jdbc:oracle:thin:app/hunter2@db:1521:x",
  "url-signature": `https://example.com/?sig=${letters(43)}`,
  "curl-password": "curl -u app:hunter2",
  "curl-cookie": `curl -b session=${hex(32)}`,
  "login-password": "machine example.com login app password hunter2",
  "client-password": "mysql -uapp -phunter2",
  "plain-password": "password: hunter22",
  "connection-password": "Server=db;Pwd=correct horse;",
  "element-secret": "<password>hunter2</password>",
  "argument-secret": "--password hunter22",
  "url-password": "postgres://app:hunter2@db.internal:5432/app",
  "assigned-secret": "export DATABASE_PASSWORD=correct-horse",
  "compared-password": "password === 'hunter22'",
  "paired-password": `define("DB_PASSWORD", "hunter22")`,
  "short-password": "PASS=hunter22",
  "random-key": `WEATHER_KEY=${hex(32)}`,
  "written-password": "the password for staging is hunter22",
  "table-password": "| password | hunter22 |",
  "sql-password": "CREATE USER app IDENTIFIED BY 'hunter22'",
  "call-password": `page.getByLabel("Password").fill("hunter22")`,
  "quoted-password": `{"password": "correct-horse"}`,
};

describe("secrets that are known by their shape", () => {
  const rules = [
    ...SECRET_SHAPES,
    ...CREDENTIAL_SHAPES,
    ...COMMAND_SECRETS,
    ...CALL_SECRETS,
    ...SETTING_SECRETS,
    ...SENTENCE_SECRETS,
  ];
  test.each([...new Set([...rules.map(({ name }) => name), ...NAMED_SECRETS.names])])(
    "%s is removed wherever it is",
    (name) => {
      const redactor = createRedactor(OFF);
      const secret = SECRETS[name] ?? "";
      const text = `before ${secret} after`;
      const clean = redactor.text(text, "anywhere");
      expect(clean).toContain(`[redacted:${name}]`);
      expect(clean).toStartWith("before ");
      expect(redactor.counts).toEqual({ [name]: 1 });
    },
  );

  test("doing it twice changes and counts nothing more", () => {
    const redactor = createRedactor(SETTINGS);
    const text = `${Object.values(SECRETS).join("\n")}\n/home/dev/x dev@example.com ${letters(30)}`;
    const once = redactor.text(text, "written");
    const counted = { ...redactor.counts };
    expect(redactor.text(once, "written")).toBe(once);
    expect(redactor.counts).toEqual(counted);
  });

  test("several in one text are all removed", () => {
    const redactor = createRedactor(OFF);
    const token = SECRETS["github-token"] ?? "";
    expect(redactor.text(`${token} and ${token}`, "anywhere")).toBe(
      "[redacted:github-token] and [redacted:github-token]",
    );
    expect(redactor.counts).toEqual({ "github-token": 2 });
  });

  test("one inside JSON inside a text is removed, and the JSON stays whole", () => {
    const text = JSON.stringify({
      command: `curl -H "Authorization: Bearer ${letters(30)}" x`,
      password: "correct-horse",
    });
    const clean = createRedactor(OFF).text(text, "anywhere");
    expect(clean).not.toContain(letters(30));
    expect(JSON.parse(clean)).toMatchObject({ password: "[redacted:quoted-password]" });
  });

  test("what is around a secret is kept", () => {
    const redactor = createRedactor(OFF);
    expect(redactor.text(SECRETS["url-password"] ?? "", "anywhere")).toBe(
      "postgres://app:[redacted:url-password]@db.internal:5432/app",
    );
    expect(redactor.text("export API_TOKEN='abcdefgh1234'", "anywhere")).toBe(
      "export API_TOKEN='[redacted:assigned-secret]'",
    );
  });
});

describe("the names of figures", () => {
  test.each(["metadata", "minimal"] as const)("hold no secret in %s mode either", (captureMode) => {
    const redactor = createRedactor({ ...OFF, captureMode });
    const secret = SECRETS["scoring-key"] ?? "";
    const left = redactor.textAt(JSON.stringify({ env: { [secret]: 1 }, lines: 3 }), "figures") ?? "";
    expect(left).not.toContain(secret);
    expect(JSON.parse(left)).toMatchObject({ lines: 3 });
  });
});

describe("text that was made to be slow", () => {
  test.each([
    "sk-",
    "eyJ-",
    "gl",
    "A_SECRET_",
    "SECRET ",
    "password=",
    `password="`,
    "bearer ",
    "a://",
    "a:b:",
    "a.",
    "a@",
    "dp.",
    "xoxb-",
    "/home/",
    "-----BEGIN PRIVATE KEY-----",
    "aB1",
    "_",
    " ",
  ])("%p, repeated to a megabyte, takes no time worth mentioning", (piece) => {
    const redactor = createRedactor(SETTINGS);
    const triggers = `AKIA @ /home/ ${"x".repeat(24)} `;
    const text = triggers + piece.repeat(1_000_000 / piece.length);
    // the processor's time, which a busy machine does not stretch
    const before = process.cpuUsage();
    redactor.text(`${text}!`, "written");
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe("text that is no secret", () => {
  test.each([
    "1f783cd5-d1b6-424f-83e5-2406b48355d7",
    "req_011CTabcdefghijklmnopqr",
    "toolu_01A09q90qw90lq917835lq9",
    "ses_e03c88ac5ffe46LM2PQDAUME1S",
    "5b8efff798038103d269b633813fc60c",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha512-Z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "2026-11-21T03:47:48.728Z",
    "https://example.com/a/b?c=d#e",
    "git@github.com:owner/repository.git",
    "src/components/LongComponentNameWithManyParts/index.test.tsx",
    "export API_KEY=${API_KEY} TOKEN=$TOKEN SECRET=process.env.SECRET",
    "const apiKey = readSecret(); password = prompt('Password: ')",
    "basic understanding of bearer responsibilities",
    "sk-loading-spinner-animation-wrapper",
    "max_tokens=32000 TOKEN_COUNT=12345678",
    "gemini-2.5-pro-preview-05-06",
    "[redacted:jwt] and [redacted:url-password]",
  ])("%s stays as it is", (text) => {
    const redactor = createRedactor({ ...SETTINGS, redactEmails: false });
    expect(redactor.text(text, "written")).toBe(text);
    expect(redactor.counts).toEqual({});
  });
});

describe("rules that look only at written text", () => {
  test.each([
    String.raw`C:\Users\Shared is not ada's, and D:\Users and C:\ are nobody's`,
    "src/components/UserProfileCard2/index3/TestShouldReturn404WhenMissing",
    "https://example.com/Docs2026/Guides4/GettingStarted1/ReferenceManual7",
    "/nix/store/9krlzvny65gdc8s7kpb6lkx8cd02c25b/lib/python3/site/Packages1",
  ])("leave %s", (text) => {
    expect(createRedactor(SETTINGS).text(text, "written")).toBe(text);
  });

  test.each([
    ["email", "ask dev.one+x@mail.example.com now", "ask [redacted:email] now"],
    ["home", "cd /home/dev/project/src", "cd /home/[redacted:home]/project/src"],
    ["home", "open /Users/dev/x.ts", "open /Users/[redacted:home]/x.ts"],
    ["home", String.raw`C:\\Users\\dev\\x`, String.raw`C:\\Users\\[redacted:home]\\x`],
    ["home", String.raw`open C:\Users\Ada L\x.ts`, String.raw`open C:\Users\[redacted:home]\x.ts`],
    ["email", "ask jürgen.müller@bücher.example now", "ask [redacted:email] now"],
    ["random", `seed ${letters(30)} end`, "seed [redacted:random] end"],
    ["random", `seed ${letters(20)}/${letters(32)}+= end`, "seed [redacted:random] end"],
  ])("%s: %s", (name, text, clean) => {
    const redactor = createRedactor(SETTINGS);
    expect(redactor.text(text, "anywhere")).toBe(text);
    expect(redactor.text(text, "written")).toBe(clean);
    expect(redactor.counts).toEqual({ [name]: 1 });
    expect(createRedactor(OFF).text(text, "written")).toBe(text);
  });
});

/** E-mails on their way to a mail server, over real sockets. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { deliverByEmail } from "../../../../src/insights/integrations/email/deliver-email.ts";
import { explainEmailProblem } from "../../../../src/insights/integrations/email/email-problem.ts";
import {
  type EmailParts,
  type EmailSettings,
  openEmail,
} from "../../../../src/insights/integrations/email/open-email.ts";
import type { LookUp } from "../../../../src/insights/integrations/machine-lookup.ts";
import { SETTINGS } from "../../../../src/settings/schema.ts";
import { succeed } from "../../../../src/vocabulary/result.ts";
import { certificateOf } from "../certificate-of.ts";
import { LOGIN, type Manner, startScriptedSmtp } from "./scripted-smtp.ts";

const NAME = "scoring-first.example";
const plain = await startScriptedSmtp("none");
const upgrading = await startScriptedSmtp("starttls", { asksLogin: true });
const secure = await startScriptedSmtp("tls", { asksLogin: true });
const servers = [plain, upgrading, secure];
afterAll(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));
beforeEach(() => {
  for (const server of servers) {
    server.behave({ kind: "well" });
    server.heard.length = 0;
  }
});

const to = ["ada@example.com", "grace@example.com"];
const message = { title: "The week", lines: ["Speed 71"], link: null };
const delivery = { to, messageId: "run.0", message };
const here: LookUp = () => Promise.resolve(succeed(["127.0.0.1"]));
const { cert: authorities } = certificateOf("first");
const WITH_LOGIN = { smtpUser: LOGIN.user, smtpPassword: LOGIN.password };

function open(changes: Partial<EmailSettings>, network: Parameters<typeof openEmail>[1] = {}): EmailParts {
  const settings = { ...SETTINGS.parse({}), smtpHost: NAME, smtpFrom: "scoring@example.com", ...changes };
  return openEmail(settings, { lookUp: here, authorities, ...network });
}

const toPlain = (network = {}) => open({ smtpPort: plain.port, smtpTls: "none" }, network);

async function problemOf(parts: EmailParts) {
  const delivered = await deliverByEmail(parts, delivery);
  if (delivered.ok) throw new Error("the message was taken");
  expect(explainEmailProblem(delivered.problem)).not.toContain("a word of the mail server");
  return delivered.problem;
}

/** Too long for a name, so that nobody is asked for it outside this machine. */
const UNKNOWN_HOST = `${"x".repeat(64)}.invalid`;

describe("nothing is sent", () => {
  test.each([
    ["email_not_set", { smtpHost: null }],
    ["email_not_set", { smtpFrom: null }],
    ["offline", { offline: true }],
    ["password_in_clear", { smtpTls: "none" as const, smtpUser: "scoring" }],
  ])("with %s, by settings %j, and no name is asked for", async (kind, settings) => {
    const lookUp: LookUp = () => Promise.reject(new Error("BUG: asked for a name"));
    expect(await problemOf(open(settings, { lookUp }))).toEqual({ kind } as never);
  });

  test("to a mail server that nobody knows", async () => {
    expect(
      await problemOf(openEmail({ ...SETTINGS.parse({}), smtpHost: UNKNOWN_HOST, smtpFrom: "a@b.c" })),
    ).toEqual({
      kind: "unknown_host",
    });
  });

  test("by STARTTLS, to one whose certificate comes from nobody that is known", async () => {
    const parts = openEmail(
      { ...SETTINGS.parse({}), smtpHost: NAME, smtpPort: upgrading.port, smtpFrom: "a@b.c" },
      { lookUp: here },
    );
    expect(await problemOf(parts)).toEqual({ kind: "bad_certificate" });
  });

  test("by TLS, to one whose certificate comes from nobody that is known", async () => {
    const settings = { ...SETTINGS.parse({}), smtpHost: NAME, smtpPort: secure.port, smtpFrom: "a@b.c" };
    expect(await problemOf(openEmail({ ...settings, smtpTls: "tls" }, { lookUp: here }))).toEqual({
      kind: "bad_certificate",
    });
  });

  test.each(["starttls", "tls"] as const)(
    "by %s, to one whose certificate is another host's",
    async (smtpTls) => {
      const { port: smtpPort } = smtpTls === "tls" ? secure : upgrading;
      expect(
        await problemOf(open({ smtpHost: "other.example.com", smtpPort, smtpTls, ...WITH_LOGIN })),
      ).toEqual({
        kind: "bad_certificate",
      });
    },
  );

  test("to one that offers no STARTTLS", async () => {
    expect(await problemOf(open({ smtpPort: plain.port, ...WITH_LOGIN }))).toEqual({ kind: "no_starttls" });
  });

  test("to one that refuses the login", async () => {
    const parts = open({ smtpPort: upgrading.port, smtpUser: LOGIN.user, smtpPassword: "another" });
    expect(await problemOf(parts)).toEqual({ kind: "login_refused", code: 535 });
  });
});

describe("a message is not taken", () => {
  test("where nobody listens", async () => {
    const closed = await listen(() => {});
    await new Promise((resolve) => closed.server.close(resolve));
    expect(await problemOf(open({ smtpPort: closed.port, smtpTls: "none" }))).toEqual({
      kind: "unreachable",
    });
  });

  test.each(["none", "tls"] as const)("by one that says nothing, by %s", async (smtpTls) => {
    const silent = await listen(() => {});
    const patience = { connectMs: 300, silenceMs: 300 };
    expect(await problemOf(open({ smtpPort: silent.port, smtpTls }, { patience }))).toEqual({
      kind: "unreachable",
    });
    silent.server.close();
  });

  test("by what is no mail server", async () => {
    const web = await listen((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await problemOf(open({ smtpPort: web.port, smtpTls: "none" }))).toEqual({ kind: "not_smtp" });
    web.server.close();
  });

  const MANNERS: readonly [Manner, object][] = [
    [
      { kind: "refusing_recipients", code: 550 },
      { kind: "mail_refused", code: 550 },
    ],
    [
      { kind: "refusing_recipients", code: 450 },
      { kind: "server_busy", code: 450 },
    ],
    [
      { kind: "refusing_recipients", code: 550, only: "grace@example.com" },
      { kind: "some_refused", code: 550 },
    ],
    [
      { kind: "refusing_body", code: 554 },
      { kind: "mail_refused", code: 554 },
    ],
    [
      { kind: "refusing_body", code: 451 },
      { kind: "server_busy", code: 451 },
    ],
    [{ kind: "cutting_sender" }, { kind: "unreachable" }],
    [{ kind: "cutting_body" }, { kind: "broken_off" }],
  ];
  test.each(MANNERS)("by one that is %j", async (manner, problem) => {
    plain.behave(manner);
    expect(await problemOf(toPlain())).toEqual(problem as never);
  });

  test.each([
    ["slow_sender", "unreachable"],
    ["slow_body", "timed_out"],
  ] as const)("by one that is %s: %s", async (kind, problem) => {
    plain.behave({ kind });
    const patience = { connectMs: 60_000, silenceMs: 700 };
    expect(await problemOf(toPlain({ patience }))).toEqual({ kind: problem });
  });
});

describe("a message is taken", () => {
  test.each(["starttls", "tls"] as const)("by %s and with a login", async (smtpTls) => {
    const server = smtpTls === "tls" ? secure : upgrading;
    const delivered = await deliverByEmail(open({ smtpPort: server.port, smtpTls, ...WITH_LOGIN }), delivery);
    expect(delivered).toEqual({ ok: true, value: undefined });
    expect(server.heard).toMatchObject([
      { from: "scoring@example.com", to, isSecure: true, user: LOGIN.user },
    ]);
  });

  test("as text and as HTML, with an id that stays", async () => {
    const link = { address: "https://scoring.example.com/reports/1", words: "Read the whole report" };
    for (let sent = 0; sent < 2; sent += 1)
      await deliverByEmail(toPlain(), { ...delivery, message: { ...message, link } });
    const [first, second] = plain.heard.map(({ text }) => text);
    expect(first).toContain("Message-ID: <run.0@example.com>\r\n");
    expect(second).toContain("Message-ID: <run.0@example.com>\r\n");
    expect(first).toContain("Auto-Submitted: auto-generated\r\n");
    expect(first).toContain("- Speed 71\r\n\r\nRead the whole report: https://scoring.example.com/reports/1");
    expect(first).toContain(
      '<a href=3D"https://scoring.example.com/reports/1">Read the whole =\r\nreport</a>',
    );
  });

  test("with nothing in its headers that somebody's words added", async () => {
    const hostile = {
      title: "Week\r\nBcc: mallory@evil.example\r\n\r\nA body",
      lines: ["<img src=x onerror=alert(1)>", "two\nlines\r\n.\r\nQUIT"],
      link: null,
    };
    expect((await deliverByEmail(toPlain(), { ...delivery, message: hostile })).ok).toBeTrue();
    const [heard] = plain.heard;
    const headers = heard?.text.split("\r\n\r\n")[0] ?? "";
    expect(headers).toContain("Subject: Week Bcc: mallory@evil.example A body\r\n");
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(heard?.to).toEqual(to);
    expect(heard?.text.split("Content-Type: text/html")[1]).toContain("&lt;img src=3Dx");
    expect(heard?.text).toContain("- two lines . QUIT");
  });

  test("at the next address of the server where nobody answers at the first", async () => {
    const lookUp: LookUp = () => Promise.resolve(succeed(["127.0.0.2", "127.0.0.1"]));
    expect((await deliverByEmail(toPlain({ lookUp }), delivery)).ok).toBeTrue();
    expect(plain.heard).toHaveLength(1);
  });
});

async function listen(answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port };
}

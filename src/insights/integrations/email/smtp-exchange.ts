/** One conversation with the mail server, which says how far it came when it fails. */
import { isIP } from "node:net";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import type { EmailProblem } from "./email-problem.ts";

/** The mail server. */
export interface SmtpServer {
  /** Its name in its certificate. */
  host: string;
  port: number;
  tls: "starttls" | "tls" | "none";
  login: { user: string; pass: string } | null;
  /** Authorities that only tests add; null otherwise. */
  authorities: string | null;
}

/** An e-mail on its way. */
export interface Envelope {
  from: string;
  to: readonly string[];
  bytes: Buffer;
}

/** How long each part may take. */
export interface SmtpPatience {
  connectMs: Milliseconds;
  silenceMs: Milliseconds;
}

export const SMTP_PATIENCE: SmtpPatience = { connectMs: 10 * SECOND, silenceMs: 30 * SECOND };

/**
 * Sends an e-mail once, by an address that was looked up before: the library's own resolver waits long in a network
 * that has no DNS.
 *
 * @throws After `timed_out` and `broken_off` the mail server may have taken the message all the same.
 */
export async function exchange(
  server: SmtpServer,
  { ip, patience, envelope }: { ip: string; patience: SmtpPatience; envelope: Envelope },
): Promise<Result<void, EmailProblem>> {
  const connection = new SMTPConnection(optionsOf(server, ip, patience));
  const stage: Stage = { kind: "connecting" };
  try {
    return await new Promise<Result<void, EmailProblem>>((resolve) => {
      const giveUp = (error: unknown) => resolve(fail(readFault(stage, error)));
      connection.on("error", giveUp);
      connection.on("end", () => giveUp(new Error("the mail server closed the connection")));
      const send = () => {
        stage.kind = "sending";
        const { from, to, bytes } = envelope;
        connection.send({ from, to: [...to] }, body(bytes, stage), (error, sent) =>
          error ? giveUp(error) : resolve(readRejected(sent.rejectedErrors)),
        );
      };
      connection.connect((error) => {
        if (error) return giveUp(error);
        if (server.login === null) return send();
        stage.kind = "logging_in";
        connection.login({ credentials: server.login }, (refused) => (refused ? giveUp(refused) : send()));
      });
    });
  } finally {
    connection.close();
  }
}

interface Stage {
  kind: "connecting" | "logging_in" | "sending" | "sending_body";
}

function optionsOf({ host, port, tls, authorities }: SmtpServer, ip: string, patience: SmtpPatience) {
  return {
    host: ip,
    port,
    secure: tls === "tls",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.silenceMs,
    socketTimeout: patience.silenceMs,
    tls: {
      minVersion: "TLSv1.2" as const,
      ...(isIP(host) === 0 && { servername: host }),
      ...(authorities !== null && { ca: authorities }),
    },
  };
}

/** The library reads it once the mail server has taken the sender and a recipient, and asks for the body. */
function body(bytes: Buffer, stage: Stage): Readable {
  return new Readable({
    read() {
      stage.kind = "sending_body";
      this.push(bytes);
      this.push(null);
    },
  });
}

function readRejected(
  rejected: readonly { responseCode?: number | undefined }[] = [],
): Result<void, EmailProblem> {
  const [first] = rejected;
  return first === undefined
    ? succeed(undefined)
    : fail({ kind: "some_refused", code: first.responseCode ?? 0 });
}

/** What the library says of an error. */
interface Fault {
  code?: string;
  /** The mail server's number. */
  responseCode?: number;
  message: string;
}

function readFault(stage: Stage, error: unknown): EmailProblem {
  const fault = error as Fault;
  const { responseCode: code } = fault;
  if (fault.code === "ETLS") return { kind: "no_starttls" };
  if (code !== undefined && code >= 400) return refusalOf(stage, code);
  if (stage.kind === "sending_body") return { kind: fault.code === "ETIMEDOUT" ? "timed_out" : "broken_off" };
  if (/certificate|altnames/i.test(fault.message)) return { kind: "bad_certificate" };
  return { kind: fault.code === "EPROTOCOL" ? "not_smtp" : "unreachable" };
}

/** @see RFC 5321, section 4.2.1: a number from 400 may pass, one from 500 does not. */
function refusalOf(stage: Stage, code: number): EmailProblem {
  if (code < 500) return { kind: "server_busy", code };
  return { kind: stage.kind === "logging_in" ? "login_refused" : "mail_refused", code };
}

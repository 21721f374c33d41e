/** Why an e-mail was not taken, and what to do about it. */

/** Nothing of what was sent or answered is in it except the mail server's number. */
export type EmailProblem =
  | { kind: PlainProblem }
  | { kind: "mail_refused" | "server_busy" | "login_refused" | "some_refused"; code: number };

type PlainProblem =
  | "offline"
  | "email_not_set"
  | "password_in_clear"
  | "unknown_host"
  | "unreachable"
  | "no_starttls"
  | "bad_certificate"
  | "not_smtp"
  | "timed_out"
  | "broken_off";

/** A sentence or two for a person: what is wrong, and what to do. */
export function explainEmailProblem(problem: EmailProblem): string {
  switch (problem.kind) {
    case "mail_refused":
      return `The mail server refused the message with ${problem.code}. Check smtp_from and the recipients, or look at the mail server's log.`;
    case "some_refused":
      return `The mail server refused some of the recipients with ${problem.code}; the others have the message. Check the addresses.`;
    case "server_busy":
      return `The mail server takes no message now (${problem.code}). Try again later.`;
    case "login_refused":
      return `The mail server refused the login with ${problem.code}. Check smtp_user and smtp_password.`;
    default:
      return SENTENCES[problem.kind];
  }
}

const SENTENCES: Readonly<Record<PlainProblem, string>> = {
  offline:
    "This server runs with offline, which forbids e-mail. To send e-mail, turn offline off and reload the settings (SIGHUP).",
  email_not_set:
    "No mail server is set. Set smtp_host and smtp_from (SCORING_SMTP_HOST, SCORING_SMTP_FROM) and reload the settings (SIGHUP).",
  password_in_clear:
    "smtp_user is set and smtp_tls is none, so the password would travel unencrypted. Set smtp_tls to starttls or tls, or remove smtp_user.",
  unknown_host: "No DNS server knows the mail server. Check smtp_host, and this server's DNS.",
  unreachable:
    "The mail server does not answer. Check smtp_host, smtp_port and smtp_tls, and that this server may reach it.",
  no_starttls:
    "The mail server offers no STARTTLS. Set smtp_tls to tls with its port for that, usually 465; or to none in a network that you trust.",
  bad_certificate:
    "The mail server's certificate is not valid for its name, is too old, or comes from an authority that this server does not know. Renew it, or add the authority (NODE_EXTRA_CA_CERTS).",
  not_smtp: "What answered is no mail server. Check smtp_host, smtp_port and smtp_tls.",
  timed_out: "The mail server took longer than 30 s to take the message. Try again later.",
  broken_off: "The connection to the mail server broke off before it had taken the message. Try again later.",
};

const PASSING: ReadonlySet<EmailProblem["kind"]> = new Set<EmailProblem["kind"]>([
  "server_busy",
  "unknown_host",
  "unreachable",
  "timed_out",
  "broken_off",
]);

/** Whether the same may work later without anybody changing something. */
export function isEmailProblemPassing({ kind }: EmailProblem): boolean {
  return PASSING.has(kind);
}

/** Opens e-mail: everything that sends it is handed what is made here. */
import type { Settings } from "../../../settings/schema.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { type LookUp, lookUpOnMachine } from "../machine-lookup.ts";
import type { EmailProblem } from "./email-problem.ts";
import { SMTP_PATIENCE, type SmtpPatience, type SmtpServer } from "./smtp-exchange.ts";

/** The settings of e-mail. */
export type EmailSettings = Pick<Settings, Extract<keyof Settings, `smtp${string}`> | "offline">;

/** What sends e-mail. */
export interface EmailParts {
  /** The mail server and whom messages are from; otherwise why none is sent. */
  outgoing: Result<{ server: SmtpServer; from: string }, EmailProblem>;
  lookUp: LookUp;
  patience: SmtpPatience;
}

/** What tests change of the network. */
interface TestNetwork {
  lookUp?: LookUp;
  authorities?: string;
  patience?: SmtpPatience;
}

export function openEmail(settings: EmailSettings, network: TestNetwork = {}): EmailParts {
  const { lookUp = lookUpOnMachine, authorities = null, patience = SMTP_PATIENCE } = network;
  return { outgoing: outgoingOf(settings, authorities), lookUp, patience };
}

/** @throws What the server's owner has to set first. */
function outgoingOf(settings: EmailSettings, authorities: string | null): EmailParts["outgoing"] {
  const { smtpHost: host, smtpFrom: from, smtpUser: user, smtpTls: tls, smtpPort: port } = settings;
  if (settings.offline) return fail({ kind: "offline" });
  if (host === null || from === null) return fail({ kind: "email_not_set" });
  if (user !== null && tls === "none") return fail({ kind: "password_in_clear" });
  const login = user === null ? null : { user, pass: settings.smtpPassword ?? "" };
  return succeed({ server: { host, port, tls, login, authorities }, from });
}

/** Delivers a message by e-mail. */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { ChatMessage } from "../message.ts";
import type { EmailProblem } from "./email-problem.ts";
import type { EmailParts } from "./open-email.ts";
import { exchange } from "./smtp-exchange.ts";
import { writeEmail } from "./write-email.ts";

/** What to deliver, and to whom. */
export interface EmailDelivery {
  to: readonly string[];
  /** The same whenever the same message is sent again. */
  messageId: string;
  message: ChatMessage;
}

/**
 * Delivers a message once, to all of them together.
 *
 * @throws After `timed_out` and `broken_off` the mail server may have taken the message all the same.
 */
export async function deliverByEmail(
  { outgoing, lookUp, patience }: EmailParts,
  { to, messageId, message }: EmailDelivery,
): Promise<Result<void, EmailProblem>> {
  if (!outgoing.ok) return outgoing;
  const { server, from } = outgoing.value;
  const found = isIP(server.host) === 0 ? await lookUp(server.host) : succeed([server.host]);
  if (!found.ok) return found;
  const bytes = await writeEmail({ from, to, messageId, message });
  for (const ip of found.value) {
    const sent = await exchange(server, { ip, patience, envelope: { from, to, bytes } });
    // an address that nobody answers at has got nothing; another one may be in reach
    if (sent.ok || sent.problem.kind !== "unreachable") return sent;
  }
  return fail({ kind: "unreachable" });
}

/** Returns the address that messages are from, or why none is sent. */
export function senderOf({ outgoing }: EmailParts): Result<string, EmailProblem> {
  return outgoing.ok ? succeed(outgoing.value.from) : outgoing;
}

/** Sends a message that only says that messages arrive. */
export function testEmail(
  parts: EmailParts,
  { to }: Pick<EmailDelivery, "to">,
): Promise<Result<void, EmailProblem>> {
  return deliverByEmail(parts, {
    to,
    messageId: `test.${randomUUID()}`,
    message: { title: "scoring: a test message", lines: ["Messages from scoring arrive here."], link: null },
  });
}

/** Why a webhook did not take a message, and what to do about it. */
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";

/** Nothing of what was sent or answered is in it except the status. */
export type WebhookProblem =
  | { kind: PlainProblem }
  | { kind: "rate_limited"; retryAfterMs: Milliseconds | null }
  | { kind: "server_failed" | "refused" | "redirected"; status: number };

type PlainProblem =
  | "offline"
  | "unknown_webhook"
  | "make_again"
  | "key_damaged"
  | "not_an_address"
  | "not_https"
  | "private_address"
  | "unknown_host"
  | "unreachable"
  | "timed_out"
  | "broken_off"
  | "bad_certificate"
  | "webhook_gone";

/** A sentence or two for a person: what is wrong, and what to do. */
export function explainWebhookProblem(problem: WebhookProblem): string {
  switch (problem.kind) {
    case "rate_limited":
      return `The receiver takes no more messages${forHowLong(problem.retryAfterMs)}. Wait, or send less often.`;
    case "server_failed":
      return `The receiver failed with status ${problem.status}. Try again later, or look at its log.`;
    case "refused":
      return `The receiver refused the message with status ${problem.status}. Look at its log.`;
    case "redirected":
      return `The receiver answered with a redirect (status ${problem.status}), and no redirect is followed. Make the webhook again with the address that it leads to.`;
    default:
      return SENTENCES[problem.kind];
  }
}

const SENTENCES: Readonly<Record<PlainProblem, string>> = {
  offline:
    "This server runs with offline, which forbids webhooks. To use them, turn offline off and reload the settings (SIGHUP).",
  unknown_webhook: "The webhook was deleted. Choose another one.",
  make_again:
    "The webhook cannot be decrypted: the key it was encrypted with is gone or was changed. Delete the webhook and make it again.",
  key_damaged:
    "The file integration-key in the data directory is damaged. Put it back from your own copy, or remove it; then make the webhooks again.",
  not_an_address: "This is not the address of a webhook, such as https://hooks.example.com/scoring.",
  not_https:
    "A webhook's address begins with https. The server's owner can allow http for a host (webhook_hosts).",
  private_address:
    "The address leads into a private network, which is forbidden. The server's owner can allow its host (webhook_hosts, SCORING_WEBHOOK_HOSTS).",
  unknown_host: "No DNS server knows the receiver's host. Check its name, and this server's DNS.",
  unreachable: "The receiver does not answer. Check that it runs, and that this server may reach it.",
  timed_out: "The receiver took longer than 10 s to answer. Let it answer first, and work afterwards.",
  broken_off: "The connection to the receiver broke off before it had answered. Look at its log.",
  bad_certificate:
    "The receiver's certificate is not valid for its name, is too old, or comes from an authority that this server does not know. Renew it, or add the authority (NODE_EXTRA_CA_CERTS).",
  webhook_gone: "The receiver says that it is gone for good (status 410). Delete the webhook.",
};

function forHowLong(retryAfterMs: Milliseconds | null): string {
  return retryAfterMs === null ? "" : ` for ${Math.ceil(retryAfterMs / SECOND)} s`;
}

const PASSING: ReadonlySet<WebhookProblem["kind"]> = new Set<WebhookProblem["kind"]>([
  "rate_limited",
  "server_failed",
  "unknown_host",
  "unreachable",
  "timed_out",
  "broken_off",
]);

/** Whether the same may work later without anybody changing something. */
export function isWebhookProblemPassing({ kind }: WebhookProblem): boolean {
  return PASSING.has(kind);
}

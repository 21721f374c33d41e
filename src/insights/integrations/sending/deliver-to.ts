/** Delivers a message to a place, whatever its kind. */
import { fail, type Result } from "../../../vocabulary/result.ts";
import { deliver, type DeliveryFailure } from "../deliver.ts";
import { deliverByEmail } from "../email/deliver-email.ts";
import { type EmailProblem, explainEmailProblem, isEmailProblemPassing } from "../email/email-problem.ts";
import type { ChatMessage } from "../message.ts";
import type { Senders } from "../open-senders.ts";
import { deliverToWebhook, type WebhookEvent } from "../webhooks/deliver-webhook.ts";
import {
  explainWebhookProblem,
  isWebhookProblemPassing,
  type WebhookProblem,
} from "../webhooks/webhook-problem.ts";
import type { Place } from "./place.ts";

/** What reaches every kind of place. */
export type PlaceParts = Senders;

/** What to deliver, and where. */
export interface PlaceDelivery {
  organizationId: string;
  place: Place;
  about: WebhookEvent;
  /** The same whenever the same message is sent again to the same place. */
  messageId: string;
  message: ChatMessage;
}

/**
 * Delivers a message once.
 *
 * @throws With whether to try again, as a delivery to the chat tool.
 */
export async function deliverTo(
  { chat, webhooks, email }: PlaceParts,
  { place, ...delivery }: PlaceDelivery,
): Promise<Result<void, DeliveryFailure>> {
  switch (place.kind) {
    case "slack":
      return deliver(chat, { ...delivery, channel: place.channel });
    case "webhook": {
      const delivered = await deliverToWebhook(webhooks, { ...delivery, id: place.id });
      return delivered.ok ? delivered : fail(describeWebhookFailure(delivered.problem));
    }
    case "email": {
      const delivered = await deliverByEmail(email, { ...delivery, to: place.to });
      return delivered.ok ? delivered : fail(describeEmailFailure(delivered.problem));
    }
  }
}

function describeWebhookFailure(problem: WebhookProblem): DeliveryFailure {
  return {
    kind: problem.kind,
    message: explainWebhookProblem(problem),
    mayPass: isWebhookProblemPassing(problem),
    retryAfterMs: problem.kind === "rate_limited" ? problem.retryAfterMs : null,
  };
}

function describeEmailFailure(problem: EmailProblem): DeliveryFailure {
  return {
    kind: problem.kind,
    message: explainEmailProblem(problem),
    mayPass: isEmailProblemPassing(problem),
    retryAfterMs: null,
  };
}

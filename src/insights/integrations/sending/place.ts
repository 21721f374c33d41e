/** Where messages go: the kinds of places that people name, and what became of a message to each. */
import { z } from "zod";
import { RECIPIENTS } from "../email/email-address.ts";
import { CHANNEL_ID, CHANNEL_ID_EXPECTED } from "../slack/addresses.ts";

/** So many places get the same message. */
export const MOST_PLACES = 10;

const SLACK_WISH = z.strictObject({
  kind: z.literal("slack"),
  channel: z
    .string()
    .regex(CHANNEL_ID, { error: CHANNEL_ID_EXPECTED })
    .nullish()
    .describe("The channel's id; null or left out: the channel of the webhook address that was pasted."),
});
const SLACK = z.object({ ...SLACK_WISH.shape, channel: z.string().nullable() });

const WEBHOOK_WISH = z.strictObject({
  kind: z.literal("webhook"),
  id: z.string().min(1).max(100).describe("Of `GET /v1/integrations/webhooks`."),
  name: z.string().nullish().describe("As answered; not looked at."),
});
const WEBHOOK = z.object({ kind: WEBHOOK_WISH.shape.kind, id: WEBHOOK_WISH.shape.id });
const NAMED_WEBHOOK = WEBHOOK.extend({
  name: z.string().nullable().describe("null: the webhook was deleted."),
});

const EMAIL_WISH = z.strictObject({
  kind: z.literal("email"),
  to: RECIPIENTS.describe("One message to all of them: each sees the others' addresses."),
});
const EMAIL = z.object(EMAIL_WISH.shape);

/** A place as somebody names it. */
export const PLACE_WISH = z.discriminatedUnion("kind", [SLACK_WISH, WEBHOOK_WISH, EMAIL_WISH]);
export type PlaceWish = z.infer<typeof PLACE_WISH>;

/** A place as it is kept. */
export const PLACE = z.discriminatedUnion("kind", [SLACK, WEBHOOK, EMAIL]);
export type Place = z.infer<typeof PLACE>;
export const PLACES = z.array(PLACE);

/** A place as answers show it. */
export const PLACE_ANSWER = z.discriminatedUnion("kind", [SLACK, NAMED_WEBHOOK, EMAIL]);
export type PlaceAnswer = z.infer<typeof PLACE_ANSWER>;

/** What became of a message to one place. One that is `sending` when the program dies is sent once more. */
export const DELIVERY_STATUSES = ["pending", "sending", "delivered", "failed"] as const;

const REACHED = z.object({
  status: z.enum(DELIVERY_STATUSES),
  tries: z.int(),
  nextTryAt: z.iso.datetime().nullable().describe("null: it is over, or under way."),
  error: z.string().nullable().describe("What went wrong last."),
});

/** A place as answers show it, with what became of the message. */
export const DELIVERY_ANSWER = z.intersection(PLACE_ANSWER, REACHED);

/** Returns the place as it is kept: with what was left out, without what is only shown. */
export function placeOf(wish: PlaceWish): Place {
  switch (wish.kind) {
    case "slack":
      return { kind: "slack", channel: wish.channel ?? null };
    case "webhook":
      return { kind: "webhook", id: wish.id };
    case "email":
      return wish;
  }
}

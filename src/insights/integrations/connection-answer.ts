/** How an organization is connected to the chat tool, as the API answers it. */
import { z } from "zod";

export const LAST_ERROR = z
  .object({ at: z.iso.datetime(), message: z.string().describe("What is wrong, and what to do.") })
  .nullable()
  .describe("What went wrong since it last worked; null when nothing did.");

const CONNECTION = {
  state: z
    .enum(["connected", "connect_again"])
    .describe("connect_again: Slack refuses it, or it cannot be decrypted."),
  connectedAt: z.iso.datetime(),
  connectedBy: z.string().nullable().describe("What the key or person that connected it is called."),
  workedAt: z.iso.datetime().nullable().describe("When Slack last took what was asked."),
  lastError: LAST_ERROR,
};

/** Neither the token nor the webhook's address is ever shown. */
export const CHAT_ANSWER = z.object({
  app: z
    .object({
      ...CONNECTION,
      team: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
      scopes: z.array(z.string()),
    })
    .nullable()
    .describe("The Slack app that somebody signed in with; null: none."),
  webhook: z.object(CONNECTION).nullable().describe("The webhook address that somebody pasted; null: none."),
});

export type ChatAnswer = z.infer<typeof CHAT_ANSWER>;

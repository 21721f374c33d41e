/** A webhook as the API answers it. */
import { z } from "zod";
import { LAST_ERROR } from "../connection-answer.ts";

/** Neither the whole address nor the secret is ever shown again. */
export const WEBHOOK_ANSWER = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.string().describe("Such as https://hooks.example.com; the rest of the address is not shown."),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe("What the key or person that made it is called."),
  workedAt: z.iso.datetime().nullable().describe("When it last took a message."),
  lastError: LAST_ERROR,
});

export type WebhookAnswer = z.infer<typeof WEBHOOK_ANSWER>;

/** How an organization is connected to Slack. */
import { z } from "zod";
import { CHAT_ANSWER } from "../../../insights/integrations/connection-answer.ts";

const INSTALL = z.object({
  isReady: z.boolean().describe("Whether GET …/install leads to Slack."),
  problem: z.string().nullable().describe("What the server's owner has to set first."),
  redirectUrl: z.string().nullable().describe("The redirect URL that the Slack app has to list."),
});

export const SLACK_ANSWER = z.object({ ...CHAT_ANSWER.shape, install: INSTALL });

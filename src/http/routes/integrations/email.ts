/** `/v1/integrations/email`: whether a mail server is set, and a test. */
import { Elysia } from "elysia";
import { z } from "zod";
import { RECIPIENTS } from "../../../insights/integrations/email/email-address.ts";
import { explainEmailProblem } from "../../../insights/integrations/email/email-problem.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { TEST_ANSWER } from "./test-answer.ts";

const PATH = "/v1/integrations/email";
const TAG = "E-mail";

const EMAIL_ANSWER = z.object({
  isReady: z.boolean().describe("Whether the settings name a mail server that may be used."),
  problem: z.string().nullable().describe("What the server's owner has to set first."),
  from: z.string().nullable().describe("The address that messages are from."),
});

const TEST = z.strictObject({ to: RECIPIENTS.describe("Each of them sees the others' addresses.") });

/** Mounts the routes. */
export function emailRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request }) => describeEmail(context, request), {
      detail: documented({
        summary: "Whether e-mail can be sent (admin)",
        tag: TAG,
        answer: EMAIL_ANSWER,
      }),
    })
    .post(`${PATH}/test`, ({ request, body }) => testEmail(context, request, body), {
      body: TEST,
      detail: documented({
        summary: "Sends a test message; what is wrong when the mail server does not take it (admin)",
        tag: TAG,
        answer: TEST_ANSWER,
      }),
    });
}

/** The mail server and the login are not shown: they are the owner's. */
async function describeEmail(
  { changes }: RouteContext,
  request: Request,
): Promise<z.infer<typeof EMAIL_ANSWER>> {
  const sender = await changes(request).describeEmail(null);
  return sender.ok
    ? { isReady: true, problem: null, from: sender.value }
    : { isReady: false, problem: explainEmailProblem(sender.problem), from: null };
}

async function testEmail(
  { changes }: RouteContext,
  request: Request,
  asked: z.infer<typeof TEST>,
): Promise<z.infer<typeof TEST_ANSWER>> {
  const tested = await changes(request).testEmail(asked);
  if (tested.ok) return { ok: true, error: null };
  const { kind } = tested.problem;
  const message = explainEmailProblem(tested.problem);
  if (kind === "offline" || kind === "email_not_set" || kind === "password_in_clear")
    throw new Refusal(503, { detail: message });
  return { ok: false, error: { kind, message } };
}

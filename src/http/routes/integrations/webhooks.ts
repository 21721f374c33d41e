/** `/v1/integrations/webhooks`: addresses of other programs that this server may send messages to. */
import { Elysia } from "elysia";
import { z } from "zod";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import {
  MOST_WEBHOOKS,
  type NewWebhookProblem,
} from "../../../insights/integrations/webhooks/change-webhooks.ts";
import { WEBHOOK_ANSWER } from "../../../insights/integrations/webhooks/webhook-answer.ts";
import { explainWebhookProblem } from "../../../insights/integrations/webhooks/webhook-problem.ts";
import { actorOf } from "../../../identity/caller.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { TEST_ANSWER } from "./test-answer.ts";

const PATH = "/v1/integrations/webhooks";
const ONE = `${PATH}/:id` as const;
const TAG = "Webhooks";

const WISH = z.strictObject({
  name: z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }),
  url: z.string().trim().min(1).max(2_000).describe("Its address; only the origin is ever shown again."),
});

const WEBHOOKS_ANSWER = z.object({
  webhooks: z.array(WEBHOOK_ANSWER).describe(`The oldest first; at most ${MOST_WEBHOOKS}.`),
  total: z.int(),
  nextCursor: z.null(),
});

const MADE_ANSWER = z.object({
  webhook: WEBHOOK_ANSWER,
  secret: z.string().describe("Verifies the signatures of messages; it is never shown again."),
});

const DELETED_ANSWER = z.object({ id: z.string() });

/** Mounts the routes. */
export function webhooksRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request }) => listWebhooks(context, request), {
      detail: documented({
        summary: "The webhooks, when each last worked and what went wrong since (admin)",
        tag: TAG,
        answer: WEBHOOKS_ANSWER,
      }),
    })
    .post(
      PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return makeWebhook(context, request, body);
      },
      {
        body: WISH,
        detail: documented({
          summary: "Makes a webhook and its secret (admin)",
          tag: TAG,
          answer: MADE_ANSWER,
          status: "201",
          conflict: "The organization has as many webhooks as it may, or the key that encrypts is damaged",
        }),
      },
    )
    .delete(ONE, ({ request, params }) => deleteWebhook(context, request, params.id), {
      detail: documented({ summary: "Deletes a webhook (admin)", tag: TAG, answer: DELETED_ANSWER }),
    })
    .post(`${ONE}/test`, ({ request, params }) => testWebhook(context, request, params.id), {
      detail: documented({
        summary: "Sends a test message; what is wrong when it does not arrive (admin)",
        tag: TAG,
        answer: TEST_ANSWER,
      }),
    });
}

async function listWebhooks(
  { guard, changes }: RouteContext,
  request: Request,
): Promise<z.infer<typeof WEBHOOKS_ANSWER>> {
  const { organizationId } = guard.callerOf(request);
  const webhooks = await changes(request).listWebhooks({ organizationId });
  return { webhooks, total: webhooks.length, nextCursor: null };
}

async function makeWebhook(
  { guard, changes }: RouteContext,
  request: Request,
  { name, url: address }: z.infer<typeof WISH>,
): Promise<z.infer<typeof MADE_ANSWER>> {
  const caller = guard.callerOf(request);
  const made = await changes(request).makeWebhook({
    organizationId: caller.organizationId,
    actorId: actorOf(caller),
    name,
    address,
  });
  if (!made.ok) throw refusalOf(made.problem);
  return made.value;
}

function refusalOf({ kind }: NewWebhookProblem): Refusal {
  if (kind === "too_many")
    return new Refusal(409, {
      detail: `There are ${MOST_WEBHOOKS} webhooks, and there may be no more: delete one first.`,
    });
  const detail = explainWebhookProblem({ kind });
  if (kind === "key_damaged") return new Refusal(409, { detail });
  return new Refusal(400, { detail, errors: [{ path: "url", message: EXPECTED[kind] }] });
}

const EXPECTED = {
  not_an_address: "expected an address such as https://hooks.example.com/scoring",
  not_https: "expected an address that begins with https",
  private_address: "expected a public address, or a host that the server's owner allows",
} as const;

async function deleteWebhook(
  { guard, changes }: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof DELETED_ANSWER>> {
  const { organizationId } = guard.callerOf(request);
  const deleted = await changes(request).deleteWebhook({ organizationId, id });
  if (!deleted.ok) throw unknownWebhook();
  return { id };
}

async function testWebhook(
  { guard, changes }: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof TEST_ANSWER>> {
  const { organizationId } = guard.callerOf(request);
  const tested = await changes(request).testWebhook({ organizationId, id });
  if (tested.ok) return { ok: true, error: null };
  const { kind } = tested.problem;
  const message = explainWebhookProblem(tested.problem);
  if (kind === "unknown_webhook") throw unknownWebhook();
  if (kind === "offline") throw new Refusal(503, { detail: message });
  return { ok: false, error: { kind, message } };
}

function unknownWebhook(): Refusal {
  return new Refusal(404, { detail: "Unknown webhook." });
}

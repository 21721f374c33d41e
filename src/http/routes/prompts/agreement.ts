/** `GET /scoring/prompt-rubric/agreement`: what the verdicts of the judge model are worth. */
import { Elysia } from "elysia";
import { AGREEMENT_ANSWER, type AgreementAnswer } from "../../../rubric/trial/agreement-answer.ts";
import type { AgreementQuery } from "../../../rubric/trial/read-agreement.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";

/**
 * Mounts the route.
 *
 * @param model - The model that the settings name, and what they say of its check.
 */
export function agreementRoutes(context: RouteContext, model: AgreementQuery) {
  return new Elysia().get(
    "/scoring/prompt-rubric/agreement",
    ({ request }): Promise<AgreementAnswer> => context.queries(request).readAgreement(model),
    {
      detail: documented({
        summary: "How far the judge model's verdicts agree with a careful reader's",
        tag: "Prompts",
        answer: AGREEMENT_ANSWER,
      }),
    },
  );
}

/** `GET /v1/advisor/stream`: new cards as they are made. */
import { type DocumentDecoration, Elysia } from "elysia";
import { CARD } from "../../../insights/advisor/card.ts";
import type { Listeners } from "../../event-stream/listeners.ts";
import { EVENT_STREAM_PATH } from "../../event-stream/path.ts";
import { POSITION_PARAMETERS, positionOf } from "../../event-stream/position.ts";
import { outputSchema } from "../../openapi/json-schema.ts";
import { problem, usualProblems } from "../../openapi/refusals.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

/** Mounts the route. */
export function cardStreamRoutes({ guard }: RouteContext, listeners: Pick<Listeners, "open">) {
  return new Elysia().get(
    EVENT_STREAM_PATH,
    ({ request, query }) => {
      const position = positionOf(request, query);
      if (!position.ok)
        throw new Refusal(400, {
          detail: "The request is not valid; errors names what to change.",
          errors: [{ path: "Last-Event-ID", message: "expected the id of an event: digits only" }],
        });
      return listeners.open({
        request,
        caller: guard.callerOf(request),
        position: position.value,
        isAdmitted: () => guard.stillAdmits(request),
      });
    },
    { query: POSITION_PARAMETERS, detail: DETAIL },
  );
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const DETAIL = {
  summary: "New cards as they are made, as server-sent events",
  description:
    "`event: card` has a Card in `data` and its place in the stream in `id`. `event: resync` comes first when cards " +
    "may have been missed: read GET /v1/advisor/cards again. In the stream `feedback.mine` is null. A comment comes " +
    "every 15 s. A new stream without a position begins with what comes next.",
  tags: ["Advisor"],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      description: "The id of the newest event that was received; the stream goes on behind it.",
      schema: { type: "string", pattern: "^\\d{1,20}$" },
    },
  ],
  responses: {
    "200": {
      description:
        "Events until the client leaves, the key is revoked, the browser signs out or the server stops",
      content: {
        "text/event-stream": {
          schema: { type: "string", contentMediaType: "application/json", contentSchema: outputSchema(CARD) },
        },
      },
    },
    "400": problem("Last-Event-ID is no id of an event"),
    ...usualProblems(),
    "429": problem("The key has too many streams open, or sends more requests than it may"),
    "503": problem("The stream's server is being started again, or too many streams are open"),
  } as Responses,
} satisfies DocumentDecoration;

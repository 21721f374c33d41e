/** Puts the labels on the demo's requests that a team sets with `OTEL_RESOURCE_ATTRIBUTES`. */
import type { Repository } from "./asks/part.ts";
import type { DemoRequest, Person } from "./work/session.ts";
import { keyValues } from "../vocabulary/sending/otlp-values.ts";

/** Each team has one repository. */
const TEAMS: Readonly<Record<Repository, string>> = { "orders-api": "orders", "web-shop": "shop" };

interface WithResources {
  resourceLogs?: WithResource[];
  resourceMetrics?: WithResource[];
  resourceSpans?: WithResource[];
}

interface WithResource {
  resource: { attributes: object[] };
}

/** Returns the requests with the team and the repository on every resource. */
export function labelled(
  requests: readonly DemoRequest[],
  { repository }: Pick<Person, "repository">,
): DemoRequest[] {
  const labels = keyValues({ "team.id": TEAMS[repository], "vcs.repository.name": repository });
  const withLabels = ({ resource, ...rest }: WithResource): WithResource => ({
    ...rest,
    resource: { ...resource, attributes: [...resource.attributes, ...labels] },
  });
  return requests.map((request) => {
    const body = request.body as WithResources;
    const kinds = Object.entries(body).map(([kind, parts]: [string, WithResource[]]) => [
      kind,
      parts.map(withLabels),
    ]);
    return { ...request, body: Object.fromEntries(kinds) as unknown };
  });
}

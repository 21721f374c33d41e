/** Joins what an agent would send turn by turn into bodies as large as it could send them. */
import type { DemoRequest } from "./work/session.ts";

/** @see OpenTelemetry's OTEL_BLRP_MAX_EXPORT_BATCH_SIZE and OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 512 each. */
const MOST_RECORDS = 512;

/** What a body holds of one resource: records by scope, in the one list that its signal has. */
interface Group {
  resource: unknown;
  scopeLogs?: { logRecords: unknown[] }[];
  scopeSpans?: { spans: unknown[] }[];
  scopeMetrics?: { metrics: unknown[] }[];
}

interface Joined {
  request: DemoRequest;
  group: Group;
  records: number;
}

/**
 * Returns the same records in the same order, in fewer requests.
 *
 * @param requests - One session's, in the order of sending; each of one resource. Their bodies are changed.
 */
export function batched(requests: readonly DemoRequest[]): DemoRequest[] {
  const open = new Map<string, Joined>();
  const joined: DemoRequest[] = [];
  for (const request of requests) {
    const next = { request, group: groupOf(request), records: countRecords(groupOf(request)) };
    const kind = `${request.path} ${JSON.stringify(next.group.resource)}`;
    const last = open.get(kind);
    if (last !== undefined && last.records + next.records <= MOST_RECORDS) append(last, next);
    else {
      open.set(kind, next);
      joined.push(request);
    }
  }
  return joined;
}

function groupOf({ body }: DemoRequest): Group {
  const [groups] = Object.values(body as Record<string, Group[]>);
  const [group] = groups ?? [];
  if (group === undefined) throw new Error("BUG: a request of the demo without a resource");
  return group;
}

function countRecords({ scopeLogs = [], scopeSpans = [], scopeMetrics = [] }: Group): number {
  const lists = [
    ...scopeLogs.map(({ logRecords }) => logRecords),
    ...scopeSpans.map(({ spans }) => spans),
    ...scopeMetrics.map(({ metrics }) => metrics),
  ];
  return lists.reduce((sum, { length }) => sum + length, 0);
}

function append(last: Joined, { request, group, records }: Joined): void {
  last.group.scopeLogs?.push(...(group.scopeLogs ?? []));
  last.group.scopeSpans?.push(...(group.scopeSpans ?? []));
  last.group.scopeMetrics?.push(...(group.scopeMetrics ?? []));
  last.request.at = request.at;
  last.records += records;
}

/** What agents of the Copilot family write as events of a span: the window, compactions, the end. */
import type { Origin } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { Attributes, SpanEntry } from "../../records/record.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { booleanOf, countOf } from "../../records/unwrap.ts";

/** Reads a span's events; names and attributes are distinguished by their last part, because prefixes vary. */
export function readSpanEvents(span: SpanEntry, session: string | null): Sighting[] {
  return span.events.flatMap((event, index) => {
    const origin = originOf(span, { session, part: `event ${index}` });
    const at = event.at || span.at;
    return readSpanEvent(event.name, event.attributes, { ...origin, startedAt: at, at });
  });
}

function readSpanEvent(name: string, attributes: Attributes, origin: Origin): Sighting[] {
  switch (lastPart(name)) {
    case "usage_info": {
      const tokens = countOf(byLastPart(attributes, "token_limit"));
      return tokens === null ? [] : [{ ...origin, kind: "context_window", tokens }];
    }
    case "compaction_complete":
      if (booleanOf(byLastPart(attributes, "success")) === false) return [];
      return [{ ...origin, kind: "compaction", trigger: null }];
    case "shutdown":
      return [{ ...origin, kind: "session_end" }];
    default:
      return [];
  }
}

function byLastPart(attributes: Attributes, part: string) {
  return attributes[Object.keys(attributes).find((key) => lastPart(key) === part) ?? part];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

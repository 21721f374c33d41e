/** Puts a session of GenAI spans together: which spans are prompts, and which calls carry the conversation. */
import { byTimeThenPlace, type Event } from "../../event.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { bestPrompts } from "./prompts.ts";
import { isClue, isEvent, onlyNewWindows } from "../sightings.ts";

/** Takes a session's sightings in order; gives its events in order. */
export function settleGenAi(sightings: readonly Sighting[]): Event[] {
  const spans = new SpanTree(sightings);
  const prompts = bestPrompts(sightings, (spanId) => spans.agentsAbove(spanId) === 0);
  const events = sightings.filter(isEvent).map((event) => {
    if (event.kind !== "model_call") return event;
    const foreground = spans.agentsAbove(event.spanId ?? "") <= 1;
    return event.foreground === foreground ? event : { ...event, foreground };
  });
  return [...prompts, ...onlyNewWindows(events)].toSorted(byTimeThenPlace);
}

/** Which span is in which. */
class SpanTree {
  private readonly links: ReadonlyMap<string, Clue>;

  constructor(sightings: readonly Sighting[]) {
    const links = sightings.filter((sighting) => isClue(sighting, "span"));
    this.links = new Map(links.map((link) => [link.spanId ?? "", link]));
  }

  /** How many agents a span is in; more than one means a sub-agent. */
  agentsAbove(spanId: string): number {
    let agents = 0;
    const seen = new Set<string>();
    for (
      let parent = this.parentOf(spanId);
      parent !== null && !seen.has(parent);
      parent = this.parentOf(parent)
    ) {
      seen.add(parent);
      if (this.links.get(parent)?.facts["role"] === "agent") agents += 1;
    }
    return agents;
  }

  private parentOf(spanId: string): string | null {
    return this.links.get(spanId)?.facts["parent"]?.toString() ?? null;
  }
}

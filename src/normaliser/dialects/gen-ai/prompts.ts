/**
 * Where a prompt may show in GenAI telemetry. A session keeps to the best source that it has: 1 an event
 * `….user_prompt`, 2 an event `github.copilot.user.message`, 3 the start of an outermost `invoke_agent` span,
 * 4 the start of the root span of a trace that holds a model call.
 *
 * @see docs/dialects.md.
 */
import type { Prompt } from "../../event.ts";
import { atStart, originOf } from "../../records/origin.ts";
import type { LogEntry, PlainValue, SpanEntry } from "../../records/record.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { textOf } from "../../records/unwrap.ts";
import { directoryOf } from "../directory.ts";
import { lastUserTexts } from "../messages.ts";
import { clue, isClue, promptText } from "../sightings.ts";

const USER_MESSAGE = "github.copilot.user.message";
const PERSON = "user";

/** Reads an event as a prompt, if it is one. */
export function promptOfEvent(log: LogEntry, session: string | null): Sighting[] {
  const { attributes } = log;
  const isPrompt = log.name.split(".").at(-1) === "user_prompt";
  if (!isPrompt && log.name !== USER_MESSAGE) return [];
  const sent = promptText({ text: textOf(attributes["prompt"]), toldLength: attributes["prompt_length"] });
  const promptId =
    textOf(attributes["prompt.id"]) ??
    textOf(attributes["prompt_id"]) ??
    textOf(attributes[`${USER_MESSAGE}.interaction_id`]);
  const prompt = clue(originOf(log, { session }), "prompt", { rank: isPrompt ? 1 : 2, promptId, ...sent });
  return [prompt, ...directoryOf(log, session)];
}

/** Reads the user's messages that Copilot writes as events of its agent span. */
export function promptsOfSpanEvents(span: SpanEntry, session: string | null): Sighting[] {
  return span.events.filter(isUserMessage).map((event, index) => {
    const origin = originOf(span, { session, part: `prompt ${index}` });
    const at = event.at || span.startedAt;
    const promptId = textOf(event.attributes[`${USER_MESSAGE}.interaction_id`]);
    return clue({ ...origin, startedAt: at, at }, "prompt", { rank: 2, promptId, ...textIn(span) });
  });
}

/** Reads the start of an agent's span as a prompt; settling decides whether that span is the outermost. */
export function promptOfAgent(span: SpanEntry, session: string | null): Clue {
  const origin = atStart(originOf(span, { session, part: "prompt" }));
  return clue(origin, "prompt", { rank: 3, promptId: null, ...textIn(span) });
}

/**
 * Returns its prompts by the best source it has.
 *
 * @param sightings - A session's sightings, and which spans begin a turn.
 */
export function bestPrompts(sightings: readonly Sighting[], begins: (spanId: string) => boolean): Prompt[] {
  const clues = sightings.filter((sighting) => isClue(sighting, "prompt"));
  const ranked = clues.filter((prompt) => prompt.facts["rank"] !== 3 || begins(prompt.spanId ?? ""));
  if (ranked.length === 0) return promptsOfRoots(sightings);
  const best = Math.min(...ranked.map((prompt) => Number(prompt.facts["rank"])));
  return ranked.filter((prompt) => prompt.facts["rank"] === best).map(asPrompt);
}

function promptsOfRoots(sightings: readonly Sighting[]): Prompt[] {
  const links = sightings.filter((sighting) => isClue(sighting, "span"));
  const traces = new Set(links.filter((link) => link.facts["role"] === "chat").map((link) => link.traceId));
  const roots = links.filter((link) => link.facts["parent"] === null && traces.has(link.traceId));
  const withheld = promptText({ text: null, toldLength: null });
  const earliest = [...Map.groupBy(roots, (root) => root.traceId).values()].flatMap((same) =>
    same.toSorted((left, right) => left.startedAt - right.startedAt).slice(0, 1),
  );
  return earliest.map((root) => asPrompt(clue(atStart(root), "prompt", { promptId: null, ...withheld })));
}

function asPrompt({ name: _name, facts, ...origin }: Clue): Prompt {
  return {
    ...origin,
    kind: "prompt",
    promptId: facts["promptId"]?.toString() ?? null,
    text: facts["text"]?.toString() ?? null,
    textState: facts["textState"] === "sent" ? "sent" : "withheld",
    chars: facts["chars"] === null ? null : Number(facts["chars"]),
    command: null,
    interactive: null,
  };
}

/** Copilot also writes its own instructions to the model as user messages, with another source. */
function isUserMessage(event: SpanEntry["events"][number]): boolean {
  return (
    event.name === USER_MESSAGE && (textOf(event.attributes[`${USER_MESSAGE}.source`]) ?? PERSON) === PERSON
  );
}

function textIn(span: SpanEntry) {
  const messages: PlainValue | undefined = span.attributes["gen_ai.input.messages"];
  const texts = lastUserTexts(messages);
  return promptText({ text: texts.length === 0 ? null : texts.join("\n"), toldLength: null });
}

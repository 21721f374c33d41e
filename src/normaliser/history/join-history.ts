/** Makes one session of what an agent's telemetry reported and what its own files hold: nothing is counted twice. */
import { byTimeThenPlace, type Event, type Prompt, type ToolCall } from "../event.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** How far apart the two may say that a prompt was sent. */
const SAME_WITHIN_MS: Milliseconds = 2 * SECOND;

/**
 * Joins the two.
 *
 * Equal texts within two seconds are one prompt. Where telemetry has a model call of a turn, the turn's calls and tools
 * are telemetry's; the file adds what telemetry lacks there: compactions, refusals, interruptions, lines of edits. The
 * work of every other turn is the file's.
 *
 * @param reported - The events of telemetry, in order.
 * @param kept - Those of the files, in order.
 */
export function joinHistory(reported: readonly Event[], kept: readonly Event[]): Event[] {
  if (reported.length === 0 || kept.length === 0) return [...reported, ...kept];
  const twins = matchPrompts(reported.filter(isPrompt), kept.filter(isPrompt));
  const turns = new Turns(reported, kept, twins);
  const ofFile = kept
    .filter((event) => (isPrompt(event) ? !twins.has(event) : turns.adds(event)))
    .map((event) => ({ ...event, process: processAt(event.at, reported) }));
  const fills = new Map([...twins].map(([file, prompt]) => [prompt as Event, file]));
  const filled = reported
    .filter((event) => turns.keeps(event) && !isFilled(event, ofFile))
    .map((event) => fillIn(event, { fills, calls: turns.fileCalls }));
  return [...filled, ...ofFile].toSorted(byTimeThenPlace);
}

function isPrompt(event: Event): event is Prompt {
  return event.kind === "prompt";
}

/** Returns, for prompts of the file, telemetry's; each has at most one. */
function matchPrompts(reported: readonly Prompt[], kept: readonly Prompt[]): Map<Prompt, Prompt> {
  const free = new Set(reported);
  const twins = new Map<Prompt, Prompt>();
  for (const prompt of kept) {
    const near = [...free].filter((other) => isSame(prompt, other));
    const [twin] = near.toSorted((a, b) => Math.abs(a.at - prompt.at) - Math.abs(b.at - prompt.at));
    if (twin === undefined) continue;
    twins.set(prompt, twin);
    free.delete(twin);
  }
  return twins;
}

function isSame(kept: Prompt, reported: Prompt): boolean {
  if (Math.abs(kept.at - reported.at) > SAME_WITHIN_MS) return false;
  if (kept.text !== null && reported.text !== null) return kept.text.trim() === reported.text.trim();
  return kept.chars === null || reported.chars === null || kept.chars === reported.chars;
}

const WORK: ReadonlySet<Event["kind"]> = new Set(["model_call", "tool_call", "decision"]);
/** What telemetry may lack of a turn whose calls it has. */
const ADDED: ReadonlySet<Event["kind"]> = new Set(["compaction", "reset", "interrupt"]);
/** What is said once for the whole session. */
const OF_SESSION: ReadonlySet<Event["kind"]> = new Set([
  "session_start",
  "session_end",
  "context_window",
  "directory",
]);

/** Whose events count in which turn. */
class Turns {
  private readonly begins: readonly Instant[];
  /** Turns, by their number, of which telemetry has a model call. */
  private readonly measured: ReadonlySet<number>;
  /** Turns whose work is the file's. */
  private readonly ofFile: ReadonlySet<number>;
  private readonly reportedKinds: ReadonlySet<string>;
  private readonly reportedCalls: ReadonlySet<string>;
  private readonly refused: ReadonlySet<string>;
  readonly fileCalls: ReadonlyMap<string, ToolCall>;

  constructor(reported: readonly Event[], kept: readonly Event[], twins: ReadonlyMap<Prompt, Prompt>) {
    const both = [...twins].map(([file, prompt]) => Math.min(file.at, prompt.at));
    const twin = new Set<Event>([...twins.keys(), ...twins.values()]);
    const others = [...reported, ...kept]
      .filter((event) => isPrompt(event) && !twin.has(event))
      .map(({ at }) => at);
    this.begins = [...both, ...others].toSorted((left, right) => left - right);
    const turnsWith = (events: readonly Event[], kinds: ReadonlySet<string>) =>
      new Set(events.filter(({ kind }) => kinds.has(kind)).map((event) => this.turnOf(event)));
    this.measured = turnsWith(reported, new Set(["model_call"]));
    this.ofFile = turnsWith(kept, WORK).difference(this.measured);
    this.reportedKinds = new Set(
      reported.map((event) => (ADDED.has(event.kind) ? `${this.turnOf(event)} ${event.kind}` : event.kind)),
    );
    const calls = (events: readonly Event[]) => events.filter((event) => event.kind === "tool_call");
    this.reportedCalls = new Set(calls(reported).map(({ callId }) => callId));
    this.fileCalls = new Map(calls(kept).map((call) => [call.callId, call]));
    this.refused = new Set(calls(kept).flatMap(({ rejected, callId }) => (rejected ? [callId] : [])));
  }

  /** Whether an event of the file is one more. */
  adds(event: Event): boolean {
    if (OF_SESSION.has(event.kind)) return !this.reportedKinds.has(event.kind);
    if (this.ofFile.has(this.turnOf(event))) return true;
    if (ADDED.has(event.kind)) return !this.reportedKinds.has(`${this.turnOf(event)} ${event.kind}`);
    const isRefusal = event.kind === "tool_call" || event.kind === "decision";
    return isRefusal && this.refused.has(event.callId) && !this.reportedCalls.has(event.callId);
  }

  /** Whether an event of telemetry stays. */
  keeps(event: Event): boolean {
    return !(WORK.has(event.kind) && this.ofFile.has(this.turnOf(event)));
  }

  /** 0 before the first prompt. */
  private turnOf({ at }: Event): number {
    let [low, high] = [0, this.begins.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.begins[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A hole in telemetry is none where the file has what was lost. */
function isFilled(event: Event, ofFile: readonly Event[]): boolean {
  if (event.kind !== "hole") return false;
  return ofFile.some(({ kind, at }) => kind === "prompt" && at > event.startedAt && at < event.at);
}

function fillIn(
  event: Event,
  { fills, calls }: { fills: ReadonlyMap<Event, Prompt>; calls: ReadonlyMap<string, ToolCall> },
): Event {
  if (event.kind === "prompt") return withText(event, fills.get(event));
  return event.kind === "tool_call" && event.edits ? withLines(event, calls.get(event.callId)) : event;
}

function withText(prompt: Prompt, ofFile: Prompt | undefined): Prompt {
  if (prompt.text !== null || ofFile === undefined || ofFile.text === null) return prompt;
  const { text, textState, chars } = ofFile;
  return { ...prompt, text, textState, chars };
}

function withLines(edit: ToolCall, ofFile: ToolCall | undefined): ToolCall {
  const lacksLines = ({ files }: ToolCall) => files.some(({ added }) => added === null);
  if (ofFile === undefined || ofFile.files.length === 0) return edit;
  return lacksLines(edit) && !lacksLines(ofFile) ? { ...edit, files: ofFile.files } : edit;
}

/** The process that telemetry was last heard of before, or first after. */
function processAt(at: Instant, reported: readonly Event[]): string | null {
  return (reported.findLast((event) => event.at <= at) ?? reported[0])?.process ?? null;
}

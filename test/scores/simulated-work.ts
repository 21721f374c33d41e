/** Made-up work of developers whose true manner is known: acts first, then the events that an agent would send. */
import type { Random } from "../../src/demo/work/random.ts";
import type { Event, Origin, TokenUsage } from "../../src/normaliser/event.ts";
import {
  type Milliseconds,
  type Ratio,
  SECOND,
  type Seconds,
  type Tokens,
} from "../../src/vocabulary/units.ts";

/** How somebody truly works; factors are 1 for the usual. */
export interface Manner {
  tokens: number;
  turns: number;
  humanTime: number;
  /** Sub-sessions of a working day, on average. */
  perDay: number;
  /** Share of goals that end in passing tests and a commit. */
  reaches: Ratio;
  /** Share of follow-ups that correct what the agent did. */
  corrects: Ratio;
  /** Share of goals after which the context is emptied. */
  resets: Ratio;
}

export const USUAL: Manner = {
  tokens: 1,
  turns: 1,
  humanTime: 1,
  perDay: 4,
  reaches: 0.6,
  corrects: 0.15,
  resets: 0.3,
};

/** What happens in a session, before it has a time. */
export type Act =
  /** `after`: how long the person took. */
  | { kind: "prompt"; text: string; after: Seconds }
  | { kind: "call"; fresh: Tokens; output: Tokens; lasts: Seconds }
  | { kind: "edit"; path: string; added: number; says: "accept" | "reject" | null }
  | { kind: "shell"; command: string; exitCode: number }
  | { kind: "reset" };

/** One goal of a session. */
export interface Goal {
  acts: Act[];
}

const SOUNDS = ["ba", "do", "ki", "lu", "me", "no", "pa", "ri", "su", "te", "vo", "za"] as const;
const VERBS = ["Rewrite", "Build", "Harden", "Trace", "Measure", "Port", "Unify"] as const;

const ASKS = ["Cover the", "Also log every", "Give me a", "Move the", "Show the"] as const;

/** What differs from day to day for reasons of the day only. */
export interface DayMood {
  tokens: number;
  humanTime: number;
}

export function moodOf(random: Random): DayMood {
  return { tokens: random.around(1, 0.15), humanTime: random.around(1, 0.15) };
}

/** Makes up one goal: the prompts for it and what the agent does after each. */
export function pursueGoal(random: Random, manner: Manner, mood: DayMood): Goal {
  const difficulty = random.around(1, 0.5);
  const topic = [word(random), word(random), word(random)] as const;
  const files = Array.from({ length: 1 + Math.floor(difficulty * random.next() * 3) }, () => pathOf(random));
  const says = (median: number) => random.around(median * manner.humanTime * mood.humanTime, 0.6);
  const opening = `${random.pick(VERBS)} the ${topic.join(" ")} in ${files[0]}`;
  const acts: Act[] = [{ kind: "prompt", text: opening, after: says(90) }];
  const work = { random, tokens: manner.tokens * mood.tokens, difficulty, files };
  acts.push(...workOfAgent(work, 3));
  for (let left = countAround(random, 2 * difficulty * manner.turns); left > 0; left -= 1) {
    const text = random.chance(manner.corrects)
      ? `That's wrong, keep the ${random.pick(topic)} as ${word(random)} had it`
      : `${random.pick(ASKS)} ${word(random)} ${word(random)} of that ${random.pick(topic)}`;
    acts.push({ kind: "prompt", text, after: says(35) }, ...workOfAgent(work, 2));
  }
  if (random.chance(manner.reaches)) acts.push(...land());
  return { acts };
}

function word(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(SOUNDS)).join("");
}

function pathOf(random: Random): string {
  return `src/${word(random)}/${word(random)}.ts`;
}

/** Poisson, so that a fifth less is a fifth less whatever the count. */
function countAround(random: Random, mean: number): number {
  let [count, left] = [0, Math.exp(-mean)];
  for (let product = random.next(); product > left; product *= random.next()) count += 1;
  return count;
}

interface AgentWork {
  random: Random;
  tokens: number;
  difficulty: number;
  files: readonly string[];
}

function workOfAgent({ random, tokens, difficulty, files }: AgentWork, calls: number): Act[] {
  const acts: Act[] = [];
  for (let index = 0; index < calls; index += 1) {
    const fresh = Math.round(tokens * random.around(2_500, 0.6));
    const output = Math.round(tokens * random.around(350 * difficulty, 0.5));
    acts.push({ kind: "call", fresh, output, lasts: random.around(8, 0.4) });
  }
  const path = files[random.whole(0, files.length - 1)] ?? "src/a.ts";
  acts.push({ kind: "edit", path, added: Math.round(random.around(12 * difficulty, 0.6)), says: null });
  return acts;
}

function land(): Act[] {
  return [
    { kind: "shell", command: "npm test", exitCode: 0 },
    { kind: "shell", command: "git commit -am done", exitCode: 0 },
    { kind: "call", fresh: 300, output: 60, lasts: 3 },
  ];
}

/** What the agent's own instructions take of every call. */
const INSTRUCTIONS: Tokens = 18_000;

/** Where and when acts happen, and how much of everything the agent reads for this developer. */
export interface Setting {
  id: string;
  startsAt: Milliseconds;
  tokens: number;
}

/** Reports the acts of a session as events. */
export function eventsOf(acts: readonly Act[], { id, startsAt, tokens }: Setting): Event[] {
  const instructions = Math.round(INSTRUCTIONS * tokens);
  let now = startsAt;
  let cached = 0;
  let context = instructions;
  let place = 0;
  const origin = (lasts: Seconds): Origin => {
    const startedAt = now;
    now += Math.max(1, Math.round(lasts * SECOND));
    place += 1;
    const at = { startedAt, at: now, place: { sequence: place, frame: 0, record: 0 } };
    return { id: `${id}-${place}`, ...at, traceId: null, process: id };
  };
  const tellers: { [Kind in Act["kind"]]: (act: Extract<Act, { kind: Kind }>) => Event[] } = {
    prompt: ({ text, after }) => {
      now += Math.round(after * SECOND);
      const told = { chars: text.length, text, textState: "sent" as const, command: null };
      return [{ ...origin(0), kind: "prompt", promptId: null, interactive: true, ...told }];
    },
    call: ({ fresh, output, lasts }) => {
      context += fresh;
      const usage = { input: 4, output, cacheRead: cached, cacheCreation: context - cached };
      cached = context;
      context += output;
      return [callEvent(origin(lasts), usage, lasts)];
    },
    edit: ({ path, added, says }) => [...editEvents(origin(1), { path, added, says })],
    shell: ({ command, exitCode }) => [shellEvent(origin(10), command, exitCode)],
    reset: () => {
      [context, cached] = [instructions, 0];
      return [{ ...origin(0), kind: "reset" }];
    },
  };
  return acts.flatMap((act) => (tellers[act.kind] as (one: Act) => Event[])(act));
}

function callEvent(origin: Origin, tokens: TokenUsage, lasts: Seconds): Event {
  return {
    ...origin,
    kind: "model_call",
    result: "succeeded",
    model: "model",
    durationMs: Math.round(lasts * SECOND),
    firstTokenMs: null,
    tokens,
    reportedCost: null,
    status: null,
    retryable: null,
    helper: false,
    foreground: true,
  };
}

const TOOL = {
  kind: "tool_call",
  ok: true,
  rejected: false,
  exitCode: null,
  durationMs: 1_000,
  command: null,
  edits: false,
  files: [],
  outputTail: null,
  commits: 0,
  pullRequests: 0,
} as const;

function editEvents(
  origin: Origin,
  { path, added, says }: Omit<Extract<Act, { kind: "edit" }>, "kind">,
): Event[] {
  const refused = says === "reject";
  const call: Event = {
    ...TOOL,
    ...origin,
    callId: origin.id,
    name: "edit",
    edits: true,
    files: [{ path, added, removed: 0 }],
    arguments: [path],
    ok: refused ? null : true,
    rejected: refused,
  };
  if (says === null) return [call];
  const decision = { ...origin, id: `${origin.id}-said`, at: origin.startedAt };
  return [
    { ...decision, kind: "decision", callId: origin.id, verdict: says, by: "person", edits: true },
    call,
  ];
}

function shellEvent(origin: Origin, command: string, exitCode: number): Event {
  return {
    ...TOOL,
    ...origin,
    callId: origin.id,
    name: "shell",
    command,
    exitCode,
    files: [],
    arguments: [command],
  };
}

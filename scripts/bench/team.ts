/** A team's work over many days as the log records that Claude Code sends: lean, but with all that scoring reads. */
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import type { WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";
import { DAY, HOUR, MINUTE, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";

/** How much work, and when. */
export interface TeamWork {
  seed: string;
  developers: number;
  /** Of each developer. */
  turnsEach: number;
  from: Milliseconds;
  to: Milliseconds;
}

const GOALS_PER_SESSION = 5;
const TURNS_PER_GOAL = 3;
const SESSIONS_PER_BODY = 8;

/** The bodies of everybody's sessions, earliest first; each session is whole in one body. */
export function* teamBodies(work: TeamWork): Generator<{ body: string; records: number; turns: number }> {
  const sessions = Math.round(work.turnsEach / (GOALS_PER_SESSION * TURNS_PER_GOAL));
  let records: object[] = [];
  let turns = 0;
  let gathered = 0;
  for (let index = 0; index < sessions; index += 1) {
    const at = work.from + ((work.to - work.from - 12 * HOUR) * index) / sessions;
    for (let developer = 0; developer < work.developers; developer += 1) {
      const session = sessionRecords(`${work.seed} ${developer} ${index}`, {
        email: emailOf(developer),
        startsAt: Math.round(at) + developer * SECOND,
      });
      records.push(...session.records);
      turns += session.turns;
      gathered += 1;
      if (gathered < SESSIONS_PER_BODY) continue;
      yield { body: bodyOf(records), records: records.length, turns };
      [records, turns, gathered] = [[], 0, 0];
    }
  }
  if (records.length > 0) yield { body: bodyOf(records), records: records.length, turns };
}

/** The e-mail address by which a developer is known. */
export function emailOf(developer: number): string {
  return `dev${String(developer).padStart(3, "0")}@example.com`;
}

/** One body with one session of one developer. */
export function oneSession(seed: string, email: string, startsAt: Milliseconds): string {
  return bodyOf(sessionRecords(seed, { email, startsAt }).records);
}

interface Teller {
  random: Random;
  standard: WireAttributes;
  now: Milliseconds;
  records: object[];
  context: number;
  reads: number;
}

/** Whose session it is, and how much there is in it. */
export interface SessionWork {
  email: string;
  startsAt: Milliseconds;
  /** Five when absent. */
  goals?: number;
  /** How many files are read for a prompt, each with a call of the model and two records of the tool; none when absent. */
  reads?: number;
}

/** One session, as long as is asked for. */
export function sessionRecords(
  seed: string,
  { email, startsAt, goals = GOALS_PER_SESSION, reads = 0 }: SessionWork,
): { id: string; records: object[]; turns: number } {
  const random = createRandom(seed);
  const id = random.uuid();
  const standard = { "session.id": id, "user.email": email, "terminal.type": "xterm-256color" };
  const teller: Teller = { random, standard, now: startsAt, records: [], context: 24_000, reads };
  let turns = 0;
  for (let goal = 0; goal < goals; goal += 1) {
    const file = `src/${random.pick(AREAS)}/${random.pick(THINGS)}-${random.hex(4)}.ts`;
    const count = TURNS_PER_GOAL + random.whole(-1, 1);
    for (let turn = 0; turn < count; turn += 1) reportTurn(teller, { file, turn, last: turn === count - 1 });
    turns += count;
  }
  return { id, records: teller.records, turns };
}

const AREAS = ["orders", "billing", "search", "fleet", "coupons", "reports", "login", "gallery"] as const;
const THINGS = ["parser", "cursor", "totals", "worker", "retry", "cache", "schema", "alerts"] as const;
const VERBS = ["Harden", "Rewrite", "Extend", "Simplify", "Document", "Speed up", "Split"] as const;
const FOLLOW_UPS = [
  "Also cover the empty case there.",
  "No, that's wrong: keep the signature of it.",
  "Handle a timeout in that function too.",
  "Name the second argument after what it returns.",
] as const;

function reportTurn(
  teller: Teller,
  { file, turn, last }: { file: string; turn: number; last: boolean },
): void {
  const { random } = teller;
  teller.now += Math.round(random.around(28 * SECOND, 0.6)) + (turn === 0 ? 8 * MINUTE : 0);
  const text =
    turn === 0 ? `${random.pick(VERBS)} ${random.pick(THINGS)} in ${file}.` : random.pick(FOLLOW_UPS);
  report(teller, "user_prompt", { prompt: text, prompt_length: String(text.length) });
  for (let read = 0; read < teller.reads; read += 1) reportRead(teller);
  reportCall(teller);
  reportTool(teller, callOf(teller, "Edit"), {
    file_path: file,
    old_string: "a\nb",
    new_string: "a\nb\nc\nd",
  });
  if (last && random.chance(0.85))
    reportTool(teller, callOf(teller, "Bash"), { command: 'git commit -am "done"' });
}

function reportCall(teller: Teller): void {
  const { random } = teller;
  const duration = Math.round(random.around(6 * SECOND, 0.4));
  const fresh = random.whole(400, 6_000);
  teller.now += duration;
  report(teller, "api_request", {
    model: "claude-sonnet-4-5",
    input_tokens: 3,
    output_tokens: Math.round(random.around(500, 0.6)),
    cache_read_tokens: teller.context,
    cache_creation_tokens: fresh,
    cost_usd: 0.02,
    duration_ms: duration,
    ttft_ms: 900,
    query_source: "repl_main_thread",
  });
  teller.context += fresh;
}

function reportRead(teller: Teller): void {
  const { random } = teller;
  reportCall(teller);
  const call = callOf(teller, "Read");
  report(teller, "tool_decision", { ...call, decision: "accept", source: "config" });
  const path = `src/${random.pick(AREAS)}/${random.pick(THINGS)}.ts`;
  reportTool(teller, call, { file_path: path });
}

interface ToolCall {
  tool_name: string;
  tool_use_id: string;
}

function callOf({ random }: Teller, name: string): ToolCall {
  return { tool_name: name, tool_use_id: `toolu_${random.hex(24)}` };
}

function reportTool(teller: Teller, call: ToolCall, input: Record<string, string>): void {
  teller.now += 2 * SECOND;
  const parameters = call.tool_name === "Bash" ? { full_command: input["command"] } : {};
  report(teller, "tool_result", {
    ...call,
    success: "true",
    duration_ms: "1200",
    tool_parameters: JSON.stringify(parameters),
    tool_input: JSON.stringify(input),
  });
}

function report(teller: Teller, name: string, told: WireAttributes): void {
  const attributes = { "event.sequence": teller.records.length, ...told };
  teller.records.push(claudeCodeRecord({ name, at: teller.now, attributes }, teller.standard));
}

/** A body of one agent's log records. */
export function bodyOf(logRecords: readonly object[]): string {
  return JSON.stringify(claudeCodeLogs(logRecords));
}

/** Days of work that are before the given time. */
export function daysBefore(end: Milliseconds, days: number): { from: Milliseconds; to: Milliseconds } {
  return { from: end - days * DAY, to: end };
}

/** One session of an agent, as long as is asked for: a captured piece of work again and again, with new times and ids. */
import { moveTo, newestTime } from "../../../src/demo/moved-in-time.ts";
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";
import { MINUTE, type Milliseconds } from "../../../src/vocabulary/units.ts";
import { bodyOf, emailOf, sessionRecords } from "../team.ts";
import { type Captured, readCapture } from "./captures.ts";

/** A body, where it goes, and how many records it has. */
export type AgentBody = Captured;

/** From the beginning of one repetition to that of the next. */
const STEP: Milliseconds = 10 * MINUTE;
const LEAST_RECORDS_OF_A_GOAL = 8;
const RECORDS_A_BODY = 10;

/**
 * Returns the bodies of one session in their order; each has some ten records, and the last is of about now.
 *
 * @param records - How many it has at the least.
 * @param name - Distinguishes sessions of one agent.
 */
export async function bodiesOfSession(
  agent: Agent,
  records: number,
  name: string,
): Promise<Iterable<AgentBody>> {
  if (agent === "claude-code") return claudeBodies(records, name);
  return repeated(await readCapture(agent), records, name);
}

/** Nobody captured it: its records are made. */
function* claudeBodies(records: number, name: string): Generator<AgentBody> {
  const goals = Math.ceil(records / LEAST_RECORDS_OF_A_GOAL);
  const startsAt = Date.now() - goals * 2 * STEP;
  const made = sessionRecords(name, { email: emailOf(0), startsAt, goals }).records;
  for (let at = 0; at < made.length; at += RECORDS_A_BODY) {
    const next = made.slice(at, at + RECORDS_A_BODY);
    yield { path: "/v1/logs", text: bodyOf(next), records: next.length };
  }
}

function* repeated(piece: readonly Captured[], records: number, name: string): Generator<AgentBody> {
  const each = piece.reduce((sum, body) => sum + body.records, 0);
  const rounds = Math.ceil(records / each);
  const newest = Math.max(...piece.map(({ text }) => newestTime(JSON.parse(text))));
  const firstMove = Date.now() - rounds * STEP - newest;
  const session = sessionIn(piece);
  for (let round = 0; round < rounds; round += 1)
    for (const { text, ...rest } of piece) {
      const moved = moveTo(JSON.parse(renamed(text, { session, name, round })), firstMove + round * STEP);
      yield { ...rest, text: JSON.stringify(moved) };
    }
}

interface Renaming {
  session: string;
  name: string;
  round: number;
}

const HEX_ID = /\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/g;
const CALL_ID = /\b(?:call|toolu|chatcmpl|msg|resp)_\w+/g;
/** As Gemini CLI and Qwen Code number prompts. */
const NUMBERED = /(########)(\d+)/g;
const PROMPTS_OF_A_ROUND = 100;

/** Every id is another in each round, except the session's, which is the same in all of them. */
function renamed(text: string, { session, name, round }: Renaming): string {
  const place = round.toString(16).padStart(6, "0");
  const prompt = (number: string) => round * PROMPTS_OF_A_ROUND + Number(number);
  const parts = text.split(session).map((part) =>
    part
      .replace(HEX_ID, (id) => place + id.slice(place.length))
      .replace(CALL_ID, (id) => `${id}_${place}`)
      .replace(NUMBERED, (_, mark: string, number: string) => `${mark}${prompt(number)}`),
  );
  const [kind = ""] = /^ses_/.exec(session) ?? [];
  return parts.join(kind + new Bun.CryptoHasher("md5").update(`${name} ${session}`).digest("hex"));
}

const SESSION_ID =
  /"(?:[\w.]+\.session_id|session\.id|conversation\.id|gen_ai\.conversation\.id)",\s*"value":\s*\{\s*"stringValue":\s*"([^"]+)"/g;

/** The id that most records name as their session's. */
function sessionIn(piece: readonly Captured[]): string {
  const found = piece.flatMap(({ text }) => [...text.matchAll(SESSION_ID)].map(([, id = ""]) => id));
  const counts = [...Map.groupBy(found, (id) => id)];
  const [most] = counts.toSorted(([, left], [, right]) => right.length - left.length);
  if (most === undefined) throw new Error("BUG: a capture that names no session");
  return most[0];
}

/** What is sent: captured sessions of agents, as the golden tests send them, and bodies of agents that have no session. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DAY } from "../../src/vocabulary/units.ts";
import {
  type Captured,
  INTERACTIVE_RUNS,
  readInteractiveRun,
  readRun,
  sendAsCaptured,
} from "../../test/appliance/captured-runs.ts";
import golden from "../../test/golden/sessions-2026.12.json" with { type: "json" };
import { oneSession } from "../bench/team.ts";
import type { People, Who } from "./people.ts";

/** A request, and who sends it. */
interface Sending {
  who: Who;
  send(url: string, key: string): Promise<number>;
  /** What the server recognises a repetition by, which it does not keep. */
  sameness: string;
}

/** All of it, in the order in which each sender sends it. */
export interface Work {
  how: "whole" | "quick";
  sendings: readonly Sending[];
  /** Sessions of Ann, as they are called in records. */
  sessionsOfAnn: readonly string[];
  from: string;
  to: string;
}

const RUNS = golden.runs as unknown as Record<string, { sessions: { sessionId: string }[] }>;
const OF_ANN = ["codex-tool", "codex-ok"];
const OF_BOB = ["gemini-tool", "gemini-ok"];
const GOLDEN_QUICKLY = ["codex-tool", "gemini-tool", "qwen-tool", "sdk-js-gzip"];
const INTERACTIVE_QUICKLY = ["copilot-tui"];
const BODIES = join(import.meta.dir, "../../test/fixtures/bodies");

/** Reads it: every golden session and every agent's, or only a session of most agents. */
export async function readWork(how: Work["how"]): Promise<Work> {
  const names = how === "whole" ? Object.keys(RUNS) : GOLDEN_QUICKLY;
  const runs = [...names, "kilo-ok"].filter((name, index, all) => all.indexOf(name) === index);
  const interactive = how === "whole" ? INTERACTIVE_RUNS : INTERACTIVE_QUICKLY;
  const sendings: Sending[] = [];
  for (const name of runs)
    for (const request of await readRun(name)) sendings.push(captured(whoSends(name), request));
  for (const name of interactive)
    for (const request of await readInteractiveRun(name)) sendings.push(captured("shared", request));
  for (const seed of ["one", "two"]) sendings.push(claudeCode(seed));
  if (how === "whole")
    for (const name of readdirSync(BODIES).filter((file) => SIGNAL.test(file)))
      sendings.push(await body(name));
  const sessionsOfAnn = OF_ANN.filter((name) => runs.includes(name)).flatMap((name) =>
    (RUNS[name]?.sessions ?? []).map(({ sessionId }) => sessionId),
  );
  return { how, sendings, sessionsOfAnn, from: "2026-11-01", to: "2026-12-01" };
}

function whoSends(run: string): Who {
  if (OF_ANN.includes(run)) return "ann";
  return OF_BOB.includes(run) ? "bob" : "shared";
}

function captured(who: Who, request: Captured): Sending {
  return {
    who,
    send: async (url, key) => (await sendAsCaptured({ url }, request, key)).status,
    sameness: `${who} ${request.path} ${request.bodyText}`,
  };
}

const CAPTURED_AT = Date.parse("2026-11-20T09:00:00Z");

/** Its sessions are made by the demo's generator: no capture of one is kept. */
function claudeCode(seed: string): Sending {
  const text = oneSession(seed, "dev001@example.com", CAPTURED_AT - DAY);
  return captured("shared", {
    ts: "",
    path: "/v1/logs",
    contentType: "application/json",
    contentEncoding: null,
    bodyText: text,
  });
}

const SIGNAL = /-(logs|metrics|traces)\b/;

async function body(name: string): Promise<Sending> {
  const bytes = await Bun.file(join(BODIES, name)).bytes();
  const contentType = name.endsWith(".binpb") ? "application/x-protobuf" : "application/json";
  const signal = SIGNAL.exec(name)?.[1];
  if (signal === undefined) throw new Error(`${name}: the name has no signal`);
  async function send(url: string, key: string): Promise<number> {
    const headers = { authorization: `Bearer ${key}`, "content-type": contentType };
    const { status } = await fetch(`${url}/v1/${signal}`, { method: "POST", headers, body: bytes });
    return status === 503 ? send(url, key) : status;
  }
  return { who: "shared", send, sameness: `shared ${name}` };
}

/**
 * Sends it: everybody at once, each one request after the other.
 *
 * @returns How many requests the server keeps.
 */
export async function sendWork(
  { sendings }: Work,
  { url, keys }: { url: string } & Pick<People, "keys">,
): Promise<number> {
  const bySender = Map.groupBy(sendings, ({ who }) => who);
  await Promise.all(
    [...bySender].map(async ([who, theirs]) => {
      for (const sending of theirs) {
        const status = await sending.send(url, keys[who]);
        if (status !== 200) throw new Error(`a request of ${who} was answered ${status}`);
      }
    }),
  );
  return new Set(sendings.map(({ sameness }) => sameness)).size;
}

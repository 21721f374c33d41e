/**
 * Measures what scoring a prompt on demand adds to the language model's own time, against one that answers in 100 ms.
 *
 * bun scripts/bench/score-prompt.ts [--dir FOLDER] [--prompts N]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { discard, startBenched } from "./appliance.ts";

const { values } = parseArgs({
  options: {
    dir: { type: "string", default: process.cwd() },
    prompts: { type: "string", default: "100" },
  },
});

const model = Bun.spawn([process.execPath, join(import.meta.dir, "model-server.ts")], { stdout: "pipe" });
const url = new TextDecoder().decode((await model.stdout.getReader().read()).value).trim();
const appliance = await startBenched(values.dir, ["--llm-base-url", url, "--llm-model", "a-model"]);

try {
  const onDemand: number[] = [];
  const alone: number[] = [];
  // in turn, so that both meet the same machine
  for (let at = 0; at < Number(values.prompts); at += 1) {
    onDemand.push(await timed(() => score(at)));
    alone.push(await timed(askModel));
  }
  process.stdout.write(`on demand: ${shown(onDemand)}\nthe model alone: ${shown(alone)}\n`);
} finally {
  model.kill();
  await appliance.stop();
  discard(appliance);
}

function score(at: number): Promise<Response> {
  const text = `Fix function${at}() in src/part${at}.ts: it returns null for an empty list, it should return 0.`;
  return post(`http://127.0.0.1:${appliance.port}/scoring/prompt-rubric/score`, { prompt_text: text });
}

function askModel(): Promise<Response> {
  return post(`${url}/chat/completions`, {
    model: "a-model",
    messages: [{ role: "user", content: "Say something." }],
  });
}

function post(address: string, body: object): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${appliance.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Gives: milliseconds until the whole answer is here. */
async function timed(ask: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const answer = await ask();
  await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - startedAt;
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

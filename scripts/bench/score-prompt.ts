/**
 * Measures what scoring a prompt on demand adds to the language model's own time, against one that answers in 100 ms.
 *
 * bun scripts/bench/score-prompt.ts [--dir FOLDER] [--prompts N] [--executable]
 */
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { quantile } from "./sample.ts";
import { startModel } from "./start-model.ts";

const flags = readFlags({ ...APPLIANCE_FLAGS, prompts: wholeNumber(100) });

const model = await startModel();
const appliance = await startBenched(flags, ["--llm-base-url", model.url, "--llm-model", "a-model"]);

try {
  const onDemand: number[] = [];
  const alone: number[] = [];
  // in turn, so that both meet the same machine
  for (let at = 0; at < flags.prompts; at += 1) {
    onDemand.push(await timed(() => score(at)));
    alone.push(await timed(askModel));
  }
  process.stdout.write(`on demand: ${shown(onDemand)}\nthe model only: ${shown(alone)}\n`);
} finally {
  model.stop();
  await appliance.stop();
  discard(appliance);
}

function score(at: number): Promise<Response> {
  const text = `Fix function${at}() in src/part${at}.ts: it returns null for an empty list, it should return 0.`;
  return post(`http://127.0.0.1:${appliance.port}/scoring/prompt-rubric/score`, { prompt_text: text });
}

function askModel(): Promise<Response> {
  return post(`${model.url}/chat/completions`, {
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

/** Returns milliseconds until the whole answer is here. */
async function timed(ask: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const answer = await ask();
  await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - startedAt;
}

function shown(times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

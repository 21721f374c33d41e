/** What is stored of a prompt that holds what nobody should keep: the kinds that people paste, each in a sentence. */
import { afterAll, describe, expect, test } from "bun:test";
import { startReceiver } from "../../../ingest/receiver.ts";

const RULES = { redactEntropy: true, redactEmails: true, redactPaths: true };
const receiver = await startReceiver(RULES);
const lean = await startReceiver({ ...RULES, captureMode: "metadata" });
const leanest = await startReceiver({ ...RULES, captureMode: "minimal" });
afterAll(() => Promise.all([receiver, lean, leanest].map((one) => one.stop())));

/** Put together here so that no scanner takes this file for a leak. */
const join = (...parts: string[]): string => parts.join("");
const random = "Zx8Qp2Lk9Vb3Nm7Rt5Yw1Hg4Fd6Js0Ac";

const KINDS: Record<string, [text: string, secret: string]> = {
  "a provider's key": [join("use sk-", "ant-api03-", random, " here"), random],
  "another provider's key": [join("OPENAI_API_KEY=sk-", "proj-", random), random],
  "a private key": [
    join("-----BEGIN PRIV", `ATE KEY-----\n${random}\n-----END PRIV`, "ATE KEY-----"),
    random,
  ],
  "a private key without its end": [join("-----BEGIN PRIV", `ATE KEY-----\n${random}\n${random}`), random],
  "a connection string": ["postgres://app:hunter2pass@db.internal:5432/cart", "hunter2pass"],
  "another connection string": ["Server=db;User Id=sa;Password=correct horse;Encrypt=true", "correct horse"],
  "a bearer header": [`curl -H 'Authorization: Bearer ${random}' https://x.example`, random],
  "a random string": [`the salt is ${random}, keep it`, random],
  "an e-mail": ["ask ada.lovelace@example.com about it", "ada.lovelace"],
  "a home directory": ["look at /home/lovelace/cart/total.ts", "lovelace"],
};

async function storedOf(one: typeof receiver, prompt_text: string): Promise<string> {
  const body = { session_id: "s-1", prompt_id: crypto.randomUUID(), prompt_text, cwd: "/srv/cart" };
  expect((await one.send("/v1/prompts", body)).status).toBe(202);
  const response = { session_id: "s-1", response_text: prompt_text };
  expect((await one.send("/v1/prompts/response", response)).status).toBe(202);
  return JSON.stringify(await one.stored());
}

describe("a prompt and its response are stored without", () => {
  test.each(Object.entries(KINDS))("%s", async (_, [text, secret]) => {
    const stored = await storedOf(receiver, `Please fix this: ${text}`);
    expect(stored).toContain("Please fix this");
    expect(stored).toContain("[redacted:");
    expect(stored).not.toContain(secret);
  });
});

test.each([
  ["metadata", lean],
  ["minimal", leanest],
] as const)("capture mode %s keeps their lengths, ids and directory, and no words", async (_, one) => {
  const stored = await storedOf(one, "Please fix the total");
  expect(stored).not.toContain("Please");
  for (const kept of ["prompt_length", "prompt.id", "/srv/cart", "response_length", '"prompt_response"'])
    expect(stored).toContain(kept);
});

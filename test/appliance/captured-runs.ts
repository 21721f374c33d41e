/** Captured sessions of coding agents, sent to an appliance as they were captured. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { TestAppliance } from "./running.ts";

/** One request as it was captured. */
export interface Captured {
  ts: string;
  path: string;
  contentType: string;
  contentEncoding: string | null;
  bodyText: string;
}

/** The requests of test/fixtures/sessions/<name>.jsonl.gz. */
export async function readRun(name: string): Promise<Captured[]> {
  return readRequests("sessions", name);
}

/** Every run of test/fixtures/interactive. */
export const INTERACTIVE_RUNS = [
  "codex-tui-edit-compact",
  "copilot-tui",
  "gemini-outage-60s",
  "gemini-tui-autoedit",
  "opencode-queued",
  "opencode-tui-edit-compact",
  "qwen-tui-clear",
  "qwen-tui-compress",
] as const;

/** The requests of test/fixtures/interactive/<name>.jsonl.gz. */
export async function readInteractiveRun(name: string): Promise<Captured[]> {
  return readRequests("interactive", name);
}

/** Runs that were made smaller do not say it. */
const AS_JSON = { contentType: "application/json", contentEncoding: null };

async function readRequests(folder: string, name: string): Promise<Captured[]> {
  const packed = await Bun.file(new URL(`../fixtures/${folder}/${name}.jsonl.gz`, import.meta.url)).bytes();
  return gunzipSync(packed)
    .toString()
    .trim()
    .split("\n")
    .map((line) => ({ ...AS_JSON, ...(JSON.parse(line) as Captured) }));
}

/**
 * Sends it, and again as agents do where a busy machine asks for that.
 *
 * @returns How many records the answer says were refused; of values it may say more, 1e+300 is in the captures.
 */
export async function sendAsCaptured(
  appliance: Pick<TestAppliance, "url">,
  request: Captured,
  key: string,
): Promise<{ status: number; rejected: string }> {
  const { path, contentType, contentEncoding, bodyText } = request;
  const response = await fetch(appliance.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": contentType,
      ...(contentEncoding !== null && { "content-encoding": contentEncoding }),
    },
    body: contentEncoding === "gzip" ? gzipSync(bodyText) : bodyText,
  });
  if (response.status === 503) return sendAsCaptured(appliance, request, key);
  const { partialSuccess = {} } = (await response.json()) as { partialSuccess?: Record<string, string> };
  const { errorMessage: _, ...counts } = partialSuccess;
  return { status: response.status, rejected: Object.values(counts)[0] ?? "0" };
}

/** A server whose judge model, mail server, webhook and provider are on other machines, and what makes it call there. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveAddress } from "../serve-address.ts";
import { until } from "./expect.ts";
import type { Place } from "./life.ts";

/** Names, so that whoever calls them asks for their addresses first. */
const SETTINGS = {
  SCORING_LLM_BASE_URL: "http://model.example.com/v1",
  SCORING_LLM_MODEL: "outside",
  SCORING_SMTP_HOST: "mail.example.com",
  SCORING_SMTP_FROM: "scoring@example.com",
};
/** With these no server starts that is offline. */
const PROVIDER = {
  SCORING_PUBLIC_URL: "https://scoring.example.com",
  SCORING_OIDC_ISSUER: "https://login.example.com",
  SCORING_OIDC_CLIENT_ID: "outside",
  SCORING_OIDC_CLIENT_SECRET: "secret",
};
const WEBHOOK = { name: "outside", url: "https://hooks.example.com/scoring" };

export const RECEIVERS = ["model", "mail server", "webhook", "provider"] as const;
export type Receiver = (typeof RECEIVERS)[number];

/**
 * Starts the server on a directory that is there, has an admin try a receiver, and stops it.
 *
 * @param environment - More of its environment; what to wait for while the question is open, and undefined to
 *   wait for its answer.
 * @returns The status of the answer; 0 when it was not waited for.
 */
export async function tryOutside(
  place: Place,
  { receiver, environment }: { receiver: Receiver; environment: Record<string, string> },
  meanwhile?: () => Promise<void>,
): Promise<number> {
  const command = [...place.command, "serve", "--data-dir", place.directory, "--listen", "127.0.0.1:0"];
  const child = Bun.spawn(command, {
    cwd: place.workingDirectory,
    env: { ...place.environment, ...SETTINGS, ...(receiver === "provider" && PROVIDER), ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = await serveAddress(child.stdout);
    await until(async () => (await fetch(`${url}/readyz`)).ok || null);
    const keys = await readFile(join(place.seenFromHere, "first-keys"), "utf8");
    const asking = { url, authorization: `Bearer ${/^admin\s+(\S+)/m.exec(keys)?.[1] ?? ""}` };
    const asked = ask(asking, receiver);
    if (meanwhile === undefined) return (await asked).status;
    // it is cut off when the server ends
    asked.catch(() => null);
    await meanwhile();
    return 0;
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

/** Starts a server that is offline and has a provider, and returns the code that it ends with. */
export async function startOfflineWithProvider(place: Place): Promise<number> {
  const command = [...place.command, "serve", "--data-dir", place.directory, "--listen", "127.0.0.1:0"];
  const env = { ...place.environment, ...PROVIDER, SCORING_OFFLINE: "true" };
  const child = Bun.spawn(command, { cwd: place.workingDirectory, env, stdin: "ignore", stderr: "ignore" });
  return child.exited;
}

interface Asking {
  url: string;
  authorization: string;
}

async function ask(asking: Asking, receiver: Receiver): Promise<Response> {
  switch (receiver) {
    case "model":
      return post(asking, "/v1/admin/judge/test", null);
    case "mail server":
      return post(asking, "/v1/integrations/email/test", { to: ["ada@example.com"] });
    case "provider":
      return fetch(`${asking.url}/v1/session/oidc`, { redirect: "manual" });
    case "webhook": {
      const made = await post(asking, "/v1/integrations/webhooks", WEBHOOK);
      const { webhook } = (await made.json()) as { webhook: { id: string } };
      return post(asking, `/v1/integrations/webhooks/${webhook.id}/test`, null);
    }
  }
}

function post({ url, authorization }: Asking, path: string, body: object | null): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { authorization, ...(body !== null && { "content-type": "application/json" }) },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
}

/** Asks the provider: bounded in time and size, by TLS or on this machine, and sent nowhere else. */
import { isOnThisMachine } from "../../../settings/values.ts";
import { type Bytes, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { ProviderFault } from "./refused.ts";

/** More than any provider says of itself, its keys or a person. */
const MOST_BYTES: Bytes = 2 ** 20;
const TIMEOUT: Milliseconds = 10 * SECOND;

/**
 * Asks once. Redirects are not followed.
 *
 * @returns The whole answer.
 * @throws A fault of the provider, whose words hold nothing of the request.
 */
export async function boundedFetch(
  url: string,
  options: RequestInit,
  timeoutMs: Milliseconds = TIMEOUT,
): Promise<Response> {
  if (!url.startsWith("https://") && !isOnThisMachine(url)) throw notEncrypted();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { ...options, redirect: "manual", signal });
    return new Response(await wholeBody(answer), { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw down(signal.aborted ? "the provider does not answer in time" : whyNotReached(error));
  }
}

function whyNotReached(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|UNABLE_TO_|ERR_TLS/.test(code) ? BAD_CERTIFICATE : "the provider cannot be reached";
}

const BAD_CERTIFICATE =
  "the provider's certificate is not valid for its name, is too old, or comes from an authority that this server does not know (NODE_EXTRA_CA_CERTS adds one)";

async function wholeBody(answer: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.body === null) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw down("the provider's answer is larger than 1 MiB");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function down(detail: string): ProviderFault {
  return new ProviderFault({ reason: "provider_down", detail });
}

function notEncrypted(): ProviderFault {
  return new ProviderFault({
    reason: "provider_answer",
    detail: "the provider names an address without TLS",
  });
}

/** Downloads one pinned file: a part at a time, so that its size costs no memory. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fail, type Result, succeed } from "../../src/vocabulary/result.ts";

/** What is wanted, and what it must be. */
export interface Wanted {
  url: string;
  /** Where it is put. */
  path: string;
  /** In hex; a file with another hash is refused. */
  sha256: string;
}

/** Why there is no file. */
export interface DownloadProblem {
  /** Whether the other side answered that it has no such file. */
  isMissing: boolean;
  /** A sentence without any password that the URL holds. */
  reason: string;
}

/** A line that is slow still sends something in this time. */
const SILENT_MS = 60_000;
const MISSING = [404, 410];
const MEGABYTE = 1e6;

/**
 * Resolves when the file is there and has the pinned hash.
 *
 * @param wanted - the folder of its path exists
 * @param say - is called with how far it is, such as "10 % of 72 MB", at each tenth
 */
export async function download(
  wanted: Wanted,
  say: (line: string) => void,
): Promise<Result<null, DownloadProblem>> {
  const { address, headers } = withoutPassword(wanted.url);
  const refuse = (reason: string, isMissing = false) => fail({ isMissing, reason: `${address} ${reason}` });
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error("it sent nothing for a minute")), SILENT_MS);
  try {
    const answer = await fetch(address, { headers, signal: silence.signal });
    if (!answer.ok) return refuse(`answers ${answer.status}`, MISSING.includes(answer.status));
    const hash = createHash("sha256");
    const progress = tenths(Number(answer.headers.get("content-length")), say);
    await pipeline(
      answer.body ?? [],
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          timer.refresh();
          hash.update(part);
          progress(part.length);
          yield part;
        }
      },
      createWriteStream(wanted.path),
    );
    const sha256 = hash.digest("hex");
    if (sha256 !== wanted.sha256) return refuse(`has SHA-256 ${sha256}, pinned is ${wanted.sha256}`);
    return succeed(null);
  } catch (error) {
    return refuse(`cannot be downloaded: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** A user and a password in a URL are sent as a header, and never shown. */
function withoutPassword(text: string): { address: string; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === "") return { address: text, headers: {} };
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address: url.href, headers: { authorization: `Basic ${btoa(pair)}` } };
}

function tenths(total: number, say: (line: string) => void): (length: number) => void {
  let received = 0;
  let said = 0;
  return (length) => {
    received += length;
    const tenth = Math.floor((10 * received) / total);
    if (!(tenth > said)) return;
    said = tenth;
    say(`${tenth * 10} % of ${Math.round(total / MEGABYTE)} MB`);
  };
}

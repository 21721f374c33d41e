/** Keeps who was refused in a file, for commands that run while the server runs and for its next start. */
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import {
  createRefusedSenders,
  REMEMBERED_MS,
  type RefusedSender,
  type RefusedSenders,
} from "../ingest/senders/refused-senders.ts";
import { SENDER_FAULTS, SENDER_KINDS } from "../ingest/senders/sender.ts";
import { remedyFor } from "../normaliser/dialects/remedies.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { refusedSendersPath } from "./layout.ts";

/** A list of them, as it is written. */
export const REFUSED_SENDERS = z.array(
  z.object({
    sender: z.enum(SENDER_KINDS),
    fault: z.enum(SENDER_FAULTS),
    keyId: z.string().nullable(),
    organizationId: z.string().nullable(),
    requests: z.int(),
    firstAt: z.int(),
    lastAt: z.int(),
  }),
);

const WRITE_EVERY_MS: Milliseconds = 2 * SECOND;

/**
 * Reads those of the last day.
 *
 * @returns None when there is no file, or none that this version understands: it only covers a day.
 */
export function readRefusedSenders(directory: string, now: Instant): RefusedSender[] {
  try {
    const written = REFUSED_SENDERS.parse(JSON.parse(readFileSync(refusedSendersPath(directory), "utf8")));
    return written.filter(({ lastAt }) => lastAt >= now - REMEMBERED_MS);
  } catch {
    return [];
  }
}

/** Goes on from the run before, and writes the file whenever something changed and at the end. */
export function rememberRefusedSenders(
  directory: string,
  parts: { clock: Clock; log: Log },
): RefusedSenders & { stop(): Promise<void> } {
  const { clock, log } = parts;
  const senders = createRefusedSenders({ ...parts, remedyFor }, readRefusedSenders(directory, clock()));
  let written = JSON.stringify(senders.list());
  let isFailing = false;

  async function write(): Promise<void> {
    const text = JSON.stringify(senders.list());
    if (text === written) return;
    const path = refusedSendersPath(directory);
    try {
      await writeFile(`${path}.unfinished`, text, { mode: 0o600 });
      await rename(`${path}.unfinished`, path);
      written = text;
      isFailing = false;
    } catch (error) {
      // said once: a full disk would fill the log too
      if (!isFailing)
        log.warning("could not save the list of refused senders", { reason: describeError(error) });
      isFailing = true;
    }
  }

  let writing = Promise.resolve();
  const timer = setInterval(() => (writing = writing.then(write)), WRITE_EVERY_MS);
  return {
    ...senders,
    async stop() {
      clearInterval(timer);
      await writing.then(write);
    },
  };
}

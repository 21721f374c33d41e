/** Copies what waits in one stream to another that is new: every message once, in its order. */
import type { StreamConnection } from "../connection.ts";
import {
  prepareStream,
  readStreamState,
  streamNameOf,
  type StreamState,
  subjectOf,
} from "../telemetry-stream.ts";
import type { Bytes } from "../../vocabulary/units.ts";

/** From where to where, and how the new stream is made. */
export interface MessagesCopied {
  /** Nobody publishes to it or reads from it meanwhile. */
  source: StreamConnection;
  target: StreamConnection;
  maxBytes: Bytes;
  /** The first message to copy; the new stream has the same numbers. */
  firstSequence: number;
  /** How many there are. */
  waiting: number;
  /** Hears which share is copied. */
  report(share: number): void;
}

interface Waiting {
  publisher: string;
  data: Uint8Array;
  sequence: number;
}

/**
 * Copies the messages; broken off, the next call goes on.
 *
 * @returns The state of the new stream.
 * @throws An exception when the target has a stream with other messages.
 */
export async function copyMessages(copied: MessagesCopied): Promise<StreamState> {
  const { source, target, maxBytes, firstSequence, waiting, report } = copied;
  const before = await prepareStream(target, { maxBytes, firstSequence });
  const isOurs = before.lastSequence === firstSequence - 1 + before.messages && before.messages <= waiting;
  if (!isOurs) throw new Error(OTHER_STREAM);
  let expected = firstSequence;
  for await (const message of messagesIn(source, firstSequence)) {
    if (message.sequence !== expected) throw new Error(gapAt(expected));
    if (expected > before.lastSequence) await publish(message, target);
    else if (expected === before.lastSequence) await requireSame(message, target);
    expected += 1;
    report((expected - firstSequence) / waiting);
  }
  if (expected !== firstSequence + waiting) throw new Error(gapAt(expected));
  return readStreamState(target);
}

function gapAt(sequence: number): string {
  return (
    `message ${sequence} of the stream is missing: start the server on the directory once more (scoring serve), wait ` +
    "until scoring status says that nothing waits, stop it, and try again"
  );
}

const OTHER_STREAM =
  "the cluster holds the stream of another appliance, or of an earlier try with this one: delete it " +
  "(nats stream rm), or give this appliance a cluster or an account of its own";

async function* messagesIn(connection: StreamConnection, first: number): AsyncGenerator<Waiting> {
  const { manager, answered } = connection;
  const before = subjectOf(connection, "").length;
  for (let sequence = first; ;) {
    const wanted = { seq: sequence, next_by_subj: ">" };
    const message = await answered(manager.streams.getMessage(streamNameOf(connection), wanted));
    if (message === null) return;
    yield { publisher: message.subject.slice(before), data: message.data, sequence: message.seq };
    sequence = message.seq + 1;
  }
}

async function requireSame({ data, sequence }: Waiting, target: StreamConnection): Promise<void> {
  const wanted = { seq: sequence };
  const there = await target.answered(target.manager.streams.getMessage(streamNameOf(target), wanted));
  if (there === null || !Buffer.from(there.data).equals(Buffer.from(data))) throw new Error(OTHER_STREAM);
}

/** Nothing can come in between, and nothing twice: the cluster takes a message only behind the one before it. */
async function publish({ publisher, data, sequence }: Waiting, target: StreamConnection): Promise<void> {
  const expect = { lastSequence: sequence - 1 };
  try {
    await target.answered(target.client.publish(subjectOf(target, publisher), data, { expect }));
  } catch (cause) {
    throw new Error(`sending message ${sequence} of the stream to the cluster; run scoring migrate again`, {
      cause,
    });
  }
}

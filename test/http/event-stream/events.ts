/** Reads an event stream as a client does. */

/** One block of the stream: an event, or a comment where it has no name. */
export interface StreamEvent {
  event: string | null;
  id: string | null;
  data: string | null;
}

/** An open stream. */
export interface OpenStream {
  response: Response;
  /** Returns the next event, comments left out; null when the stream has ended. */
  next(): Promise<StreamEvent | null>;
  /** Returns the next block, comments too. */
  nextBlock(): Promise<string | null>;
  leave(): Promise<void>;
}

/** Opens a stream. */
export async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const blocks = blocksOf(response);
  const nextBlock = async (): Promise<string | null> => {
    const { value, done } = await blocks.next();
    return done === true ? null : value;
  };
  const next = async (): Promise<StreamEvent | null> => {
    for (let block = await nextBlock(); block !== null; block = await nextBlock()) {
      const event = eventIn(block);
      if (event.event !== null) return event;
    }
    return null;
  };
  return { response, next, nextBlock, leave: async () => leaving.abort() };
}

async function* blocksOf(response: Response): AsyncGenerator<string, void> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks;
    }
  } catch {} // cut off: for a client it is over, too
}

function eventIn(block: string): StreamEvent {
  const field = (name: string): string | null =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { event: field("event"), id: field("id"), data: field("data") };
}

/** Sends bytes as fast as a client takes them, and gives up on one that takes nothing. */
import { type Milliseconds, MINUTE } from "../../vocabulary/units.ts";

/** What sending needs. */
export interface DownloadParts {
  bytes: AsyncIterable<Uint8Array>;
  /** Called before each part that is read; an exception ends the transfer as a failed one. */
  check(): Promise<void>;
  /** Closes the connection of a client that takes nothing. */
  cut(): void;
  /** Called once, when it is over. */
  over(): void;
  /** How long a client may take nothing. */
  patience?: Milliseconds;
}

const PATIENCE: Milliseconds = 2 * MINUTE;

/** Makes the body of a response. */
export function downloadOf(parts: DownloadParts): ReadableStream<Uint8Array> {
  const { patience = PATIENCE } = parts;
  const iterator = parts.bytes[Symbol.asyncIterator]();
  let waiting: Timer | null = null;
  let isOver = false;
  const end = (): void => {
    if (waiting !== null) clearTimeout(waiting);
    if (!isOver) parts.over();
    isOver = true;
  };
  const giveUp = (): void => {
    end();
    void iterator.return?.();
    parts.cut();
  };
  return new ReadableStream(
    {
      async pull(controller) {
        if (waiting !== null) clearTimeout(waiting);
        try {
          // Bun 1.4.5 ends a stream that fails in its first turn as if it were whole
          await Bun.sleep(0);
          await parts.check();
          const { done, value } = await iterator.next();
          if (isOver) return;
          if (done === true) {
            end();
            return controller.close();
          }
          waiting = setTimeout(giveUp, patience);
          controller.enqueue(value);
        } catch (error) {
          end();
          void iterator.return?.();
          throw error;
        }
      },
      cancel() {
        end();
        void iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

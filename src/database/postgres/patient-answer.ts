/**
 * Waits for the answer to a statement as long as the server works on it, and no longer.
 *
 * Migrations and purges may take hours, so a statement that writes has no limit. A server that hangs, or a network that
 * loses everything, says nothing either: so the server is asked about the statement over another connection.
 */
import type { Milliseconds } from "../../vocabulary/units.ts";

/** What is done about an answer that does not come. */
export interface Patience {
  /** How long nothing is asked, at first and from one time to the next. */
  silence: Milliseconds;
  /** Returns whether the server still works on the statement; false when it does not answer this either. */
  isWorkedOn(): Promise<boolean>;
  /** Ends the connection, which rejects the answer. */
  giveUp(): void;
}

/** Returns the answer. */
export async function patientAnswer<Answer>(
  answer: Promise<Answer>,
  { silence, isWorkedOn, giveUp }: Patience,
): Promise<Answer> {
  let isOver = false;
  const wait = () => setTimeout(() => void look(), silence);
  const look = async (): Promise<void> => {
    const waitsOn = await isWorkedOn();
    if (isOver) return;
    if (waitsOn) timer = wait();
    else giveUp();
  };
  let timer = wait();
  try {
    return await answer;
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

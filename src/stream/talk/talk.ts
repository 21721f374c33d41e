/**
 * What nodes say to each other over the stream's servers without keeping it: whoever is not there does not hear it.
 *
 * The same word in any number of engines reaches one of them.
 */
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { StreamConnection } from "../connection.ts";

/** What is said, by its subject. */
const SUBJECTS = { keyUses: "key-uses", findKey: "find-key" } as const;

export type TalkSubject = keyof typeof SUBJECTS;

/** Says something, which is lost when no engine hears it. */
export function say({ nats }: StreamConnection, subject: TalkSubject, message: unknown): void {
  nats.publish(subjectOf(subject), JSON.stringify(message));
}

/**
 * Asks one engine.
 *
 * @throws When none answers within the time.
 */
export async function ask(
  { nats }: StreamConnection,
  { subject, question, timeout }: { subject: TalkSubject; question: unknown; timeout: Milliseconds },
): Promise<unknown> {
  const answer = await nats.request(subjectOf(subject), JSON.stringify(question), { timeout });
  return answer.json();
}

/**
 * Hears what is said, and answers what is asked; what is no JSON is not of this program.
 *
 * @param answer - Its exceptions leave a question without an answer.
 * @returns What ends it.
 */
export function hear(
  { nats }: StreamConnection,
  subject: TalkSubject,
  answer: (message: unknown) => Promise<unknown>,
): () => void {
  const heard = nats.subscribe(subjectOf(subject), {
    queue: "engines",
    callback: (error, message) => {
      if (error !== null) return;
      void Promise.resolve()
        .then(() => answer(message.json()))
        .then((said) => message.reply !== undefined && message.respond(JSON.stringify(said ?? null)))
        .catch(() => {});
    },
  });
  return () => heard.unsubscribe();
}

function subjectOf(subject: TalkSubject): string {
  return `scoring-talk.${SUBJECTS[subject]}`;
}

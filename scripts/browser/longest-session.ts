/** The session of the demo with the most turns: the one that shows most. */
import type { KeptDemo } from "./kept-demo.ts";

interface Listed {
  sessionId: string;
  agent: string;
  turns: number;
  developer: { email: string | null };
}

/**
 * @throws An exception when the demo has none.
 * @remarks Takes the agent that did it.
 */
export async function longestSession({ url, key }: KeptDemo, agent = "claude-code"): Promise<Listed> {
  const asked = `${url}/v1/sessions?agent=${agent}&limit=500`;
  const answer = await fetch(asked, { headers: { authorization: `Bearer ${key}` } });
  const { sessions } = (await answer.json()) as { sessions: Listed[] };
  const [longest] = sessions.toSorted((left, right) => right.turns - left.turns);
  if (longest === undefined) throw new Error(`the demo has no session of ${agent}`);
  return longest;
}

/** Counts votes: one for each voter, the last one. */
import { actorOf, type Caller } from "../../../identity/caller.ts";
import type { Developer } from "../../../identity/developers/developer.ts";
import type { Card } from "../card.ts";
import type { VoteRow } from "./votes-table.ts";

/** Who votes: the caller's developer; a key that is bound to nobody votes as itself. */
export function voterOf(caller: Caller): string {
  return caller.developerId ?? actorOf(caller);
}

/** @param votes - The votes on one card, the earliest first, and who looks at it; null for nobody. */
export function countVotes(
  votes: readonly VoteRow[],
  developers: ReadonlyMap<string, Developer>,
  voter: string | null,
): Card["feedback"] {
  // two voters may have been found to be one person since
  const personOf = (id: string): string => developers.get(id)?.id ?? id;
  const last = new Map(votes.map(({ developer, vote }) => [personOf(developer), vote]));
  const all = [...last.values()];
  return {
    up: all.filter((vote) => vote === "up").length,
    down: all.filter((vote) => vote === "down").length,
    mine: voter === null ? null : (last.get(personOf(voter)) ?? null),
  };
}

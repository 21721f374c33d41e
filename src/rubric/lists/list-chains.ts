/** Answers which coherent chains of prompts of a window are longest. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { titleFrom } from "../../turns/sub-session.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { countedTotal } from "../../vocabulary/page.ts";
import { type Chain, findChains, type Link, meanScore } from "./chains.ts";
import type { ChainRow, ChainsPage, ChainsQuery } from "./chain-answer.ts";
import { type LinkRow, readLinks, readTexts } from "./lists-table.ts";

/** Reads the longest chains. Prompts outside of the window are no part of them. */
export async function listPromptChains(database: Database, query: ChainsQuery): Promise<ChainsPage> {
  const { scope, from, to, limit } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { chains: [], total: 0 };
  const window = { organization: scope.organizationId, developers: readable.names, from, to };
  const chains = findChains((await readLinks(database, window)).map(linkOf));
  const longest = chains.slice(0, limit);
  const texts = await readTexts(
    database,
    longest.map(([first]) => first.id),
  );
  return {
    chains: longest.map((chain) => describeChain(chain, texts.get(chain[0].id) ?? null, readable.developers)),
    total: countedTotal(chains.length),
  };
}

function linkOf(row: LinkRow): Link {
  const { id, session, developer } = row;
  return {
    id,
    session,
    developer,
    subSession: row.sub_session,
    turnIndex: row.turn_index,
    submittedAt: row.submitted_at,
    repair: row.repair === 1,
    rubricScore: row.rubric_score,
  };
}

function describeChain(
  chain: Chain,
  text: string | null,
  developers: ReadonlyMap<string, Developer>,
): ChainRow {
  const [first] = chain;
  return {
    sessionId: idIn(first.session),
    developer: describeOwner(developers, first.developer),
    startTurn: first.turnIndex,
    endTurn: (chain.at(-1) ?? first).turnIndex,
    length: chain.length,
    startedAt: new Date(first.submittedAt).toISOString(),
    title: text === null ? null : titleFrom(text),
    meanRubricScore: meanScore(chain),
  };
}

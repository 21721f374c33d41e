/** Answers which coherent chains of prompts of a window are longest. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { titleFrom } from "../../turns/sub-session.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { countedTotal, cutPage } from "../../vocabulary/page.ts";
import { type Chain, compareChains, findChains, type Link, meanScore, positionOf } from "./chains.ts";
import type { ChainRow, ChainsPage, ChainsQuery } from "./chain-answer.ts";
import { type ChainedRow, type LinkRow, readChained, readLinks, readTexts } from "./lists-table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** Of more prompts only the newest are looked at: one sender may send any number. */
const MOST_LINKS = 50_000;

/** Reads the longest chains. Prompts outside of the window are no part of them. */
export async function listPromptChains(database: Database, query: ChainsQuery): Promise<ChainsPage> {
  const { scope, from, to, limit, after } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { chains: [], total: 0, next: null };
  const { developerIds: developers, labels } = readable;
  const window = { organization: scope.organizationId, developers, labels, from, to };
  const chains = findChains((await readLinks(database, window, MOST_LINKS)).map(linkOf));
  const behind =
    after === null ? chains : chains.filter((chain) => compareChains(positionOf(chain), after) > 0);
  const { rows: longest, next } = cutPage(behind, limit, positionOf);
  const firsts = longest.map(([first]) => first.id);
  const ids = longest.flatMap((chain) => chain.map(({ id }) => id));
  const parts = {
    texts: await readTexts(database, firsts),
    rows: await readChained(database, ids),
    developers: readable.developers,
  };
  return {
    chains: longest.map((chain) => describeChain(chain, parts)),
    total: countedTotal(chains.length),
    next,
  };
}

function linkOf({ id, ...row }: LinkRow): Link {
  return {
    id,
    subSession: row.sub_session,
    turnIndex: row.turn_index,
    submittedAt: row.submitted_at,
    repair: row.repair === 1,
  };
}

/** What is reported about chains in addition to their links, by the ids of prompts. */
interface ChainParts {
  /** null for a withheld one. */
  texts: ReadonlyMap<string, string | null>;
  rows: ReadonlyMap<string, ChainedRow>;
  developers: ReadonlyMap<string, Developer>;
}

function describeChain(chain: Chain, { texts, rows, developers }: ChainParts): ChainRow {
  const [first] = chain;
  const row = rows.get(first.id);
  if (row === undefined) throw new Error(`BUG: a chain of the prompt ${first.id}, which is not there`);
  const text = texts.get(first.id) ?? null;
  return {
    sessionId: idIn(row.session),
    developer: describeOwner(developers, row.developer),
    startTurn: first.turnIndex,
    endTurn: (chain.at(-1) ?? first).turnIndex,
    length: chain.length,
    startedAt: isoTime(first.submittedAt),
    title: text === null ? null : titleFrom(text),
    meanRubricScore: meanScore(chain.map(({ id }) => rows.get(id)?.rubric_score ?? null)),
  };
}

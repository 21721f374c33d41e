/** Conditions on the sessions of a list: which models they called, what they cost, how their work ended. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Database, engineOf } from "../../database/engine.ts";
import { partsOfUsed } from "../../spend/tallies/sub-session-tally.ts";
import type { SessionFlag, SessionsHaving } from "./session-answer.ts";

/** Leaves no session out. */
export const ANY_SESSION: SessionsHaving = {
  agent: null,
  model: null,
  tool: null,
  mcpServer: null,
  otherThan: [],
  costOverUsd: null,
  outcome: null,
  flag: null,
  searched: null,
};

type Condition = RawBuilder<SqlBool>;

/** Returns conditions on rows of session_facts; all of them must hold. */
export function conditionsOf(database: Database, having: SessionsHaving): Condition[] {
  const { agent, costOverUsd, outcome, flag, searched } = having;
  const [models, spent, subSessions] = [
    ofModels(having),
    ofSession("model_spend"),
    ofSession("sub_sessions"),
  ];
  return [
    agent === null ? null : sql<SqlBool>`session_facts.agent = ${agent}`,
    models.length === 0
      ? null
      : sql<SqlBool>`exists (select 1 from model_spend where ${spent} and ${sql.join(models, AND)})`,
    ...partsOfUsed(having).map(hasUsed),
    costOverUsd === null
      ? null
      : sql<SqlBool>`(select sum(cost_micro_usd) from model_spend where ${spent}) > ${costOverUsd * 1e6}`,
    outcome === null
      ? null
      : sql<SqlBool>`exists (select 1 from sub_sessions where ${subSessions} and outcome = ${outcome})`,
    flag === null
      ? null
      : sql<SqlBool>`exists (select 1 from turns where ${ofSession("turns")} and ${FLAGGED[flag]})`,
    searched === null ? null : hasTitle(database, searched),
  ].filter((condition) => condition !== null);
}

/** Returns conditions on rows of model_spend: the models that the list is filtered by. */
export function ofModels({ model, otherThan }: Pick<SessionsHaving, "model" | "otherThan">): Condition[] {
  return [
    model === null ? null : sql<SqlBool>`model_spend.model = ${model}`,
    // a call whose model nobody names may be any
    otherThan.length === 0 ? null : sql<SqlBool>`model_spend.model not in (${sql.join(otherThan)})`,
  ].filter((condition) => condition !== null);
}

/** As they are shown: written by the judge model, else the beginning of a first prompt. */
function hasTitle(database: Database, searched: string): Condition {
  const { textOf } = engineOf(database);
  const part = textOf(sql`${searched.toLowerCase()}`);
  const titled = ["session_summaries", "sub_session_titles", "sub_sessions"].map((table) => {
    const title = sql`lower(${textOf(sql.ref(`${table}.title`))})`;
    return sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${ofSession(table)}
      and replace(${title}, ${part}, '') <> ${title})`;
  });
  return sql<SqlBool>`(${sql.join(titled, sql` or `)})`;
}

/** A part that is there can be taken away: unlike a pattern, that asks for the exact text in every database. */
function hasUsed(part: string): Condition {
  return sql<SqlBool>`exists (select 1 from sub_sessions where ${ofSession("sub_sessions")}
    and replace(tally, ${part}, '') <> tally)`;
}

const AND = sql` and `;

/** Keeps the rows of another table that belong to the session. */
export function ofSession(table: string): Condition {
  const [organization, session] = [sql.ref(`${table}.organization`), sql.ref(`${table}.session`)];
  return sql<SqlBool>`${organization} = session_facts.organization and ${session} = session_facts.session`;
}

const FLAGGED: Readonly<Record<SessionFlag, Condition>> = {
  failed: sql<SqlBool>`failed_calls + failed_tools > 0`,
  repair: sql<SqlBool>`repair = 1`,
};

/** What the judge model said of prompts: kept for ever, by what was judged and by which model. */
import { count, instant, json, orNull, ratio, type TableShape, text } from "../../database/columns.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Intent } from "../intent.ts";
import type { Judgement } from "../judgement.ts";
import type { Rubric } from "../score.ts";
import type { Marks } from "./marked-prompts.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** The columns of a judgement without its verdicts. */
export const MARKS_COLUMNS = {
  model: orNull(text()),
  judged_at: orNull(instant()),
  intent: orNull(text<Intent>()),
  context_leverage: orNull(ratio()),
  information_density: orNull(ratio()),
  turn_economy: orNull(ratio()),
  ambiguity_cost: orNull(ratio()),
  rubric_score: orNull(ratio()),
};

/** One judgement of one content by one model and one rubric. */
export const JUDGEMENTS = declareTable(
  "judgements",
  {
    organization: text(),
    /** See `contentKey`. */
    content: text(),
    /** The session that it was judged for, with which it is purged; others may have the same content. */
    session: text<SessionName>(),
    rubric_version: text(),
    ...MARKS_COLUMNS,
    model: text(),
    judged_at: instant(),
    intent: text<Intent>(),
    short_circuited: count(),
    judgement: json(),
  },
  {
    owner: ["session"],
    key: ["organization", "content", "model", "rubric_version"],
    indexes: { judgements_by_session: ["session"] },
  },
);

export const judgementTables = {
  name: "judgements",
  tables: [JUDGEMENTS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, JUDGEMENTS);
}

/** Marks as columns; each is null without marks. */
export function marksColumns(marks: Marks | null): MarksColumns {
  if (marks === null) return NO_MARKS;
  const { model, judgedAt, intent, rubric, rubricScore } = marks;
  return {
    ...NO_MARKS,
    ...rubricColumns(rubric),
    model,
    judged_at: judgedAt,
    intent,
    rubric_score: rubricScore,
  };
}

type MarksColumns = RowOf<TableShape<string, typeof MARKS_COLUMNS>>;

const NO_MARKS: MarksColumns = {
  model: null,
  judged_at: null,
  intent: null,
  context_leverage: null,
  information_density: null,
  turn_economy: null,
  ambiguity_cost: null,
  rubric_score: null,
};

function rubricColumns(rubric: Rubric | null) {
  if (rubric === null) return {};
  const { contextLeverage, informationDensity, turnEconomy, ambiguityCost } = rubric;
  return {
    context_leverage: contextLeverage,
    information_density: informationDensity,
    turn_economy: turnEconomy,
    ambiguity_cost: ambiguityCost,
  };
}

/** Returns null where the columns hold none, as of a prompt that is short-circuited or waits. */
function rubricIn(
  row: Pick<MarksColumns, "context_leverage" | "information_density" | "turn_economy" | "ambiguity_cost">,
): Rubric | null {
  const { context_leverage, information_density, turn_economy, ambiguity_cost } = row;
  if (
    context_leverage === null ||
    information_density === null ||
    turn_economy === null ||
    ambiguity_cost === null
  )
    return null;
  return {
    contextLeverage: context_leverage,
    informationDensity: information_density,
    turnEconomy: turn_economy,
    ambiguityCost: ambiguity_cost,
  };
}

/** Something that is judged, and for which session. */
export interface Judged {
  organization: string;
  session: SessionName;
  content: string;
}

/** Keeps a judgement, in the place of an earlier one of the same content by the same model and rubric. */
export async function insertJudgement(
  transaction: Database,
  { organization, session, content }: Judged,
  judgement: Judgement,
): Promise<void> {
  const { model, judgedAt, intent, shortCircuited, rubricVersion: rubric_version } = judgement;
  const said = {
    ...marksColumns(judgement),
    model,
    judged_at: judgedAt,
    intent,
    short_circuited: Number(shortCircuited),
    judgement: JSON.stringify(judgement),
  };
  await tables(transaction, JUDGEMENTS)
    .insertInto("judgements")
    .values({ organization, session, content, rubric_version, ...said })
    .onConflict((conflict) =>
      conflict.columns(["organization", "content", "model", "rubric_version"]).doUpdateSet(said),
    )
    .execute();
}

/** Returns by content, the marks of its newest judgement; no entry where there is none. */
export async function readMarks(
  database: Database,
  organization: string,
  contents: readonly string[],
): Promise<Map<string, Marks>> {
  if (contents.length === 0) return new Map();
  const rows = await tables(database, JUDGEMENTS)
    .selectFrom("judgements")
    .select(MARKS_READ)
    .where("organization", "=", organization)
    .where("content", "in", engineOf(database).listOf(contents))
    .orderBy("judged_at")
    .orderBy("model")
    .execute();
  return new Map(rows.map((row) => [row.content, marksIn(row)]));
}

const MARKS_READ = [
  "content",
  "model",
  "rubric_version",
  "judged_at",
  "intent",
  "short_circuited",
  "context_leverage",
  "information_density",
  "turn_economy",
  "ambiguity_cost",
  "rubric_score",
] as const satisfies readonly (keyof RowOf<typeof JUDGEMENTS>)[];

function marksIn(row: Pick<RowOf<typeof JUDGEMENTS>, (typeof MARKS_READ)[number]>): Marks {
  const { model, judged_at: judgedAt, intent, short_circuited, rubric_score: rubricScore } = row;
  return {
    model,
    rubricVersion: row.rubric_version,
    judgedAt,
    intent,
    shortCircuited: short_circuited === 1,
    rubric: rubricIn(row),
    rubricScore,
  };
}

/** Contents, and the model that judged each. */
export interface JudgementName {
  content: string;
  model: string;
}

/** Returns those judgements in full, of each model the newest; none for a name that no judgement has. */
export async function readJudgements(
  database: Database,
  organization: string,
  names: readonly JudgementName[],
): Promise<(JudgementName & { judgement: Judgement })[]> {
  const wanted = new Set(names.map(nameOf));
  const found = new Map<string, JudgementName & { judgement: Judgement }>();
  for (const chunk of rowChunks([...new Set(names.map(({ content }) => content))])) {
    const rows = await tables(database, JUDGEMENTS)
      .selectFrom("judgements")
      .select(["content", "model", "judgement"])
      .where("organization", "=", organization)
      .where("content", "in", chunk)
      .orderBy("judged_at")
      .execute();
    for (const { content, model, judgement } of rows) {
      const name = nameOf({ content, model });
      if (wanted.has(name))
        found.set(name, { content, model, judgement: JSON.parse(judgement) as Judgement });
    }
  }
  return [...found.values()];
}

function nameOf({ content, model }: JudgementName): string {
  return `${content} ${model}`;
}

/** Returns the contents of the judgements that were made for any of the sessions. */
export async function selectContentsOf(
  database: Database,
  { organization, sessions }: { organization: string; sessions: readonly SessionName[] },
): Promise<string[]> {
  const contents = new Set<string>();
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(database, JUDGEMENTS)
      .selectFrom("judgements")
      .select("content")
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    for (const { content } of rows) contents.add(content);
  }
  return [...contents];
}

/** Says that a content was judged for another session. */
export async function giveJudgements(
  transaction: Database,
  { organization, session, content }: Judged,
): Promise<void> {
  await tables(transaction, JUDGEMENTS)
    .updateTable("judgements")
    .set({ session })
    .where("organization", "=", organization)
    .where("content", "=", content)
    .execute();
}

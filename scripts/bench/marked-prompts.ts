/** Marks on the prompts of a history, as a judge model would give them: asking one would take days. */
import { inTransaction } from "../../src/database/transaction.ts";
import type { Database } from "../../src/database/engine.ts";
import { selectOrganizations } from "../../src/identity/organizations/table.ts";
import type { GivenVerdicts } from "../../src/rubric/answer.ts";
import { CHECKS } from "../../src/rubric/checks.ts";
import type { Intent } from "../../src/rubric/intent.ts";
import { type Judgement, judgementOf } from "../../src/rubric/judgement.ts";
import { readPromptsPage } from "../../src/rubric/lists/lists-table.ts";
import { insertJudgement } from "../../src/rubric/prompts/judgements-table.ts";
import { type PromptRow, showMarks } from "../../src/rubric/prompts/prompts-table.ts";
import { openDatabaseOf } from "../../src/stores.ts";

const PAGE = 1_000;
const INTENTS: readonly Intent[] = ["feature", "fix", "refactor", "docs", "test", "question"];

/**
 * Marks every second prompt of a directory that is not served now.
 *
 * @returns How many have marks; those that were marked before stay as they are.
 */
export async function markPrompts(dataDir: string): Promise<number> {
  const database = openDatabaseOf({ dataDir }, "write");
  const [organization] = await selectOrganizations(database);
  if (organization === undefined) throw new Error(`${dataDir} was never served`);
  const filter = {
    organization: organization.id,
    developers: null,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    sessions: null,
    intent: null,
    status: null,
  };
  let [marked, after]: [number, { submittedAt: number; id: string } | null] = [0, null];
  for (;;) {
    const rows = await readPromptsPage(database, filter, { limit: PAGE, after });
    const last = rows.at(-1);
    if (last === undefined) break;
    const chosen = rows.filter((_, index) => index % 2 === 0);
    await inTransaction(database, "normal", async (transaction) => {
      for (const row of chosen) await markPrompt(transaction, row);
    });
    marked += chosen.length;
    after = { submittedAt: last.submitted_at, id: last.id };
  }
  await database.destroy();
  return marked;
}

async function markPrompt(transaction: Database, row: PromptRow): Promise<void> {
  const { organization, session, content, text } = row;
  if (content === null || text === null || row.model !== null) return;
  const judgement = judgementFor(content, text, row.submitted_at);
  await insertJudgement(transaction, { organization, session, content }, judgement);
  await showMarks(transaction, { organization, content }, judgement);
}

function judgementFor(content: string, text: string, at: number): Judgement {
  const dice = Bun.hash.xxHash32(content);
  const checks = Object.fromEntries(
    CHECKS.map(({ id }, index) => [
      id,
      (dice >>> index) % 3 === 0
        ? { verdict: "no", evidence: null }
        : { verdict: "yes", evidence: text.slice(0, 12) },
    ]),
  ) as GivenVerdicts;
  const intent = INTENTS[dice % INTENTS.length] ?? "feature";
  return judgementOf({ language: "en", intent, checks }, [text], { model: "bench", judgedAt: at });
}

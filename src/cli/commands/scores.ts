/** `scoring scores`: the score table, read beside a running server. */
import type { Database } from "../../database/open.ts";
import { readRemaking } from "../../metrics/remaking.ts";
import { PERIODS, type Period, type ScorePosition, type ScoreRow } from "../../scores/answer.ts";
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { formatScores } from "../score-table.ts";
import { chosenOrganization, reading } from "../stores.ts";
import { timeFlag } from "../time-flag.ts";

export const SCORES: Command = {
  name: "scores",
  operands: [],
  summary: "Prints Speed, Skill and Efficiency of each developer.",
  details: "A dash is not enough evidence. ± is half the width of the 80 % interval.",
  flags: {
    from: { value: "TIME", summary: "Start, ISO 8601, inclusive; 30 days before --to by default." },
    to: { value: "TIME", summary: "End, ISO 8601, exclusive; now by default." },
    developer: { value: "WHO", summary: "A developer's id or e-mail." },
    period: { value: "PERIOD", summary: `${PERIODS.join(", ")}; all by default.` },
    org: { value: "ORG", summary: "The organization's id or name (the only one, or default)." },
  },
  reads: "directory",
  run: async (call) => {
    const window = windowOf(call);
    const period = periodOf(call);
    const scores = await reading(call, async (database) => {
      await requireRows(database);
      return listAll(call, database, { ...window, period });
    });
    const [from, to] = [window.from, window.to].map((at) => new Date(at).toISOString());
    const answer = { from, to, period, scores, total: scores.length, nextCursor: null };
    writeAnswer(call, answer, formatScores(scores));
    return 0;
  },
};

/** As the server does: too few rows would be taken for few scores. */
async function requireRows(database: Database): Promise<void> {
  const left = await readRemaking(database);
  if (left === null) return;
  const { records, sessions } = left;
  throw new CommandFailure(
    `scores are being worked out again, ${records} records and ${sessions} sessions are left; ` +
      "scoring serve goes on with it",
  );
}

const ONE_PAGE = 500;

async function listAll(
  call: CommandCall,
  database: Database,
  asked: { from: Milliseconds; to: Milliseconds; period: Period },
): Promise<ScoreRow[]> {
  const organization = await chosenOrganization(call, database);
  const scope = { organizationId: organization.id, onlyDeveloper: null };
  const developer = textFlag(call, "developer");
  const rows: ScoreRow[] = [];
  let after: ScorePosition | null = null;
  do {
    const query = { ...asked, scope, developer, limit: ONE_PAGE, after };
    const page = await call.program.listScores(database, query);
    rows.push(...page.scores);
    after = page.next;
  } while (after !== null);
  return rows;
}

function windowOf(call: CommandCall): { from: Milliseconds; to: Milliseconds } {
  const to = timeFlag(call, "to") ?? call.program.clock();
  const from = timeFlag(call, "from") ?? to - 30 * DAY;
  if (from > to) throw new CommandFailure("--from is after --to", 2);
  return { from, to };
}

function periodOf(call: CommandCall): Period {
  const text = textFlag(call, "period") ?? "all";
  const found = PERIODS.find((period) => period === text);
  if (found === undefined) throw new CommandFailure(`--period is one of ${PERIODS.join(", ")}`, 2);
  return found;
}

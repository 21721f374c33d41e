/** `scoring scores`: the score table, also read while the server runs. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import { sayFifty } from "../../../embedded/dashboard/words/fifty.ts";
import { type HeldBaseline, readHeldBaseline } from "../../metrics/baselines/read-baseline.ts";
import { type Organization, selectOrganizations } from "../../identity/organizations/table.ts";
import { PERIODS, type Period, type ScorePosition, type ScoreRow } from "../../scores/answer.ts";
import type { Team } from "../../scores/team/team-answer.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { formatScores } from "../score-table.ts";
import { chosenOrganization, reading, requireRows } from "../stores.ts";
import { quoted } from "../text/quoted.ts";
import { timeFlag } from "../time-flag.ts";

export const SCORES: Command = {
  name: "scores",
  operands: [],
  summary: "Print Speed, Skill and Efficiency for each developer.",
  details: "± is half the width of the 80 % interval. A dash means that there is not enough evidence.",
  flags: {
    from: {
      value: "TIME",
      summary: "Start of the window, inclusive, ISO 8601 (default 30 days before --to).",
    },
    to: { value: "TIME", summary: "End of the window, exclusive, ISO 8601 (default now)." },
    developer: { value: "WHO", summary: "Only this developer: an id or an e-mail." },
    period: { value: "PERIOD", summary: `A row for each ${PERIODS.join(", ")} (default all).` },
    org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
  },
  reads: "directory",
  check: (call) => {
    windowOf(call);
    periodOf(call);
  },
  run: async (call) => {
    const window = windowOf(call);
    const period = periodOf(call);
    const { scores, everyone, remarks, held } = await reading(call, async (database) => {
      await requireRows(database);
      const organization = await chosenOrganization(call, database);
      const scores = await listAll(call, database, { ...window, period, organization });
      const everyone = period === "all" ? await readMeans(call, database, { ...window, organization }) : null;
      const remarks = scores.length > 0 ? [] : await whyNone(call, database, { ...window, organization });
      const held = await readHeldBaseline(database, { ...window, organization: organization.id });
      return { scores, everyone, remarks, held };
    });
    const [from, to] = [window.from, window.to].map((at) => isoTime(at));
    const listed = { scores, everyone, total: scores.length, nextCursor: null };
    const answer = { from, to, period, baseline: held.source, ...listed };
    const table = [
      formatScores({ rows: scores, everyone }, call.speaker.columns),
      ...legend(scores, held),
    ].join("\n");
    const text = remarks.length > 0 ? remarks.join("\n") : table;
    writeAnswer(call, answer, text);
    return 0;
  },
};

function legend(scores: readonly ScoreRow[], { source, since }: HeldBaseline): string[] {
  const known = scores.some(({ speed, skill, efficiency }) => (speed ?? skill ?? efficiency) !== null);
  return known
    ? ["", `In Speed and Efficiency ${sayFifty(source, since === null ? null : isoTime(since))}.`]
    : [];
}

/** The scores of everyone; null where one developer is asked for. */
async function readMeans(
  call: CommandCall,
  database: Database,
  { organization, ...window }: Window & { organization: Organization },
): Promise<Team["means"] | null> {
  if (textFlag(call, "developer") !== null) return null;
  const scope = { organizationId: organization.id, onlyDeveloper: null };
  return (await call.program.readTeam(database, { ...window, scope })).means;
}

const ONE_PAGE = 500;

async function listAll(
  call: CommandCall,
  database: Database,
  { organization, ...asked }: Window & { period: Period; organization: Organization },
): Promise<ScoreRow[]> {
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

/** Why there are no scores, where more can be said than that nothing was sent. */
async function whyNone(
  call: CommandCall,
  database: Database,
  { organization, ...window }: Window & { organization: Organization },
): Promise<string[]> {
  const developer = textFlag(call, "developer");
  if (developer !== null) {
    const found = await findDeveloper(database, { organizationId: organization.id, idOrEmail: developer });
    return found === null
      ? [`The organization ${organization.name} knows no developer ${developer}.`]
      : [`${describeDeveloper(found).name} has no sub-session in this window.`];
  }
  const elsewhere = await findElsewhere(call, database, { ...window, organization });
  if (elsewhere.length === 0) return [];
  return [
    `The organization ${organization.name} has no scores in this window.`,
    ...elsewhere.map(({ name }) => `The organization ${name} has some: scoring scores --org ${quoted(name)}`),
  ];
}

/** The other organizations that have scores in the window; none when one was asked for by name. */
async function findElsewhere(
  call: CommandCall,
  database: Database,
  { from, to, organization }: Window & { organization: Organization },
): Promise<Organization[]> {
  if (textFlag(call, "org") !== null) return [];
  const found: Organization[] = [];
  for (const other of await selectOrganizations(database)) {
    if (other.id === organization.id) continue;
    const scope = { organizationId: other.id, onlyDeveloper: null };
    const query = { from, to, period: "all" as const, scope, developer: null, limit: 1, after: null };
    if ((await call.program.listScores(database, query)).scores.length > 0) found.push(other);
  }
  return found;
}

interface Window {
  from: Instant;
  to: Instant;
}

function windowOf(call: CommandCall): Window {
  const to = timeFlag(call, "to") ?? call.program.clock();
  const from = timeFlag(call, "from") ?? to - 30 * DAY;
  if (from > to) throw new CommandFailure("--from is later than --to", 2);
  return { from, to };
}

function periodOf(call: CommandCall): Period {
  const text = textFlag(call, "period") ?? "all";
  const found = PERIODS.find((period) => period === text);
  if (found === undefined) throw new CommandFailure(`--period must be one of ${PERIODS.join(", ")}`, 2);
  return found;
}

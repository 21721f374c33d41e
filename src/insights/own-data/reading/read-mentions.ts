/** Answers where reports, budgets, schedules and alerts of the organization name a person, and what they say of them. */
import type { Database } from "../../../database/open.ts";
import { selectAliases, selectDevelopers } from "../../../identity/developers/table.ts";
import { idIn } from "../../../vocabulary/held-name.ts";
import { readMessages } from "../../alerts/messages/messages-table.ts";
import { readRules } from "../../alerts/rules/rules-table.ts";
import { selectAddresses } from "../../governance/addresses-table.ts";
import { readLimits } from "../../governance/limits/limits-table.ts";
import { readChapters } from "../../reports/chapters-table.ts";
import { readTeamReports } from "../../reports/reports-table.ts";
import { readRuns } from "../../schedules/runs-table.ts";
import { readSchedules } from "../../schedules/schedules-table.ts";
import { isEnough, type Lines } from "./lines.ts";
import { findMentions, type Naming } from "./mentions.ts";
import type { WhoseData } from "../whose-data.ts";

/** Which mentions are asked for. */
export interface MentionsQuery {
  whose: WhoseData;
  /** How many of the team's reports were looked into; null for none, and nothing else either. */
  place: number | null;
}

/** More than are kept of a schedule. */
const EVERY_RUN = 1_000;

/** Reads some mentions: of the team's reports, and before the first of everything else. */
export async function readMentions(
  database: Database,
  { whose, place }: MentionsQuery,
): Promise<Lines<number>> {
  const startedAt = performance.now();
  const naming = await readNaming(database, whose);
  const lines = place === null ? await mentionsOutsideReports(database, { whose, naming }) : [];
  const reports = await readTeamReports(database, whose.organization);
  for (const [index, report] of reports.entries()) {
    if (index < (place ?? 0)) continue;
    for (const [chapter, { content }] of await readChapters(database, report))
      lines.push(...linesOf({ in: "report", id: report, chapter }, content, naming));
    if (isEnough(lines, startedAt)) return { lines, next: index + 1 };
  }
  return { lines, next: null };
}

/** By which texts documents name the person, and everybody else. */
async function readNaming(database: Database, whose: WhoseData): Promise<Naming> {
  const { organization, developers, sessions } = whose;
  const ownIds = new Set(developers);
  const theirs = [...developers, ...sessions.map(idIn), ...(await selectAddresses(database, developers))];
  const known = new Set(theirs.map((name) => name.toLowerCase()));
  const people = await selectDevelopers(database, organization);
  const aliases = await selectAliases(database, organization);
  const others = [
    ...people.filter(({ id }) => !ownIds.has(id)).flatMap(({ id, email }) => [id, email ?? id]),
    ...aliases.filter(({ developerId }) => !ownIds.has(developerId)).map(({ value }) => value),
  ];
  const names = others.map((name) => name.toLowerCase()).filter((name) => !known.has(name));
  return { theirs: known, others: new Set(names) };
}

async function mentionsOutsideReports(
  database: Database,
  { whose: { organization }, naming }: { whose: WhoseData; naming: Naming },
): Promise<string[]> {
  const lines: string[] = [];
  for (const kind of ["budgets", "guardrails"] as const) {
    const rules = await readLimits(database, { organization, kind });
    if (rules !== null) lines.push(...linesOf({ in: kind }, rules, naming));
  }
  for (const { id, destinations } of await readSchedules(database, organization)) {
    lines.push(...linesOf({ in: "schedule", id }, destinations, naming));
    for (const run of await readRuns(database, id, { limit: EVERY_RUN, after: null }))
      lines.push(...linesOf({ in: "schedule run", id: run.id }, run.deliveries, naming));
  }
  const rules = JSON.stringify(await readRules(database, organization));
  lines.push(...linesOf({ in: "alert rules" }, rules, naming));
  for (const { id, deliveries } of await readMessages(database, organization))
    lines.push(...linesOf({ in: "alert message", id }, deliveries, naming));
  return lines;
}

function linesOf(where: object, document: string, naming: Naming): string[] {
  return findMentions(JSON.parse(document), naming).map((mention) =>
    JSON.stringify({ ...where, ...mention }),
  );
}

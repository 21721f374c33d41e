/** Holds an organization's rules against what is found: opens alerts, raises them, closes them, and queues messages. */
import { randomUUID } from "node:crypto";
import { inTransaction } from "../../database/transaction.ts";
import type { Database } from "../../database/open.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import {
  type AlertRow,
  deleteClosedBefore,
  insertAlert,
  readOpenAlerts,
  updateAlert,
} from "./alerts-table.ts";
import { findAll } from "./finding/find.ts";
import type { Finding } from "./finding/finding.ts";
import type { Look } from "./finding/look.ts";
import { deleteEndedBefore } from "./messages/messages-table.ts";
import { type ChangeSaid, queueChanges } from "./messages/queue-message.ts";
import type { Rule, RuleKind } from "./rules/rule.ts";
import { readRules } from "./rules/rules-table.ts";

/** Closed alerts are kept for a year and a month, so that a year can be looked back on. */
const KEPT_ALERTS: Milliseconds = 396 * DAY;
const KEPT_MESSAGES: Milliseconds = 30 * DAY;

/**
 * Evaluates the rules of one organization.
 *
 * @param isKnown - Whether all work that arrived is computed.
 */
export async function evaluate(look: Look, isKnown: boolean): Promise<void> {
  const { database, organization, now } = look;
  const watched = (await readRules(database, organization.id)).filter(({ enabled }) => enabled);
  const found = await findAll(look, { kinds: new Set(watched.map(({ kind }) => kind)), isKnown });
  await inTransaction(database, "full", async (transaction) => {
    // what was found was found by rules that may be others by now
    const rules = (await readRules(transaction, organization.id)).filter(({ enabled }) => enabled);
    await applyRules(transaction, { organization: organization.id, rules, found }, now);
    await deleteClosedBefore(transaction, organization.id, now - KEPT_ALERTS);
    await deleteEndedBefore(transaction, organization.id, now - KEPT_MESSAGES);
  });
}

async function applyRules(
  transaction: Database,
  {
    organization,
    rules,
    found,
  }: { organization: string; rules: readonly Rule[]; found: ReadonlyMap<RuleKind, readonly Finding[]> },
  now: Instant,
): Promise<void> {
  const open = Map.groupBy(await readOpenAlerts(transaction, organization), ({ rule }) => rule);
  const byPlace = new Map<string, ChangeSaid[]>();
  for (const rule of rules) {
    const findings = found.get(rule.kind);
    if (findings === undefined) continue;
    const known = new Map((open.get(rule.id) ?? []).map((row) => [row.subject, row]));
    const changes = await applyRule(transaction, { organization, rule, findings, known }, now);
    for (const place of changes.length > 0 ? rule.places : []) {
      const name = JSON.stringify(place);
      byPlace.set(name, [...(byPlace.get(name) ?? []), ...changes]);
    }
  }
  const places = new Map(rules.flatMap((rule) => rule.places).map((place) => [JSON.stringify(place), place]));
  for (const [name, changes] of byPlace) {
    const place = places.get(name);
    if (place !== undefined) await queueChanges(transaction, { organization, place, changes }, now);
  }
}

/** A rule, what was found for it, and its alerts that are not closed, by what they are about. */
interface Applied {
  organization: string;
  rule: Rule;
  findings: readonly Finding[];
  known: ReadonlyMap<string, AlertRow>;
}

async function applyRule(
  transaction: Database,
  { organization, rule, findings, known }: Applied,
  now: Instant,
): Promise<ChangeSaid[]> {
  const changes: ChangeSaid[] = [];
  const still = new Set<string>();
  for (const finding of findings) {
    const threshold = rule.thresholds.findLast((reached) => finding.value >= reached);
    if (threshold === undefined) continue;
    still.add(finding.subject);
    const row = known.get(finding.subject);
    const reached = { organization, rule, finding, threshold };
    changes.push(
      ...(row === undefined
        ? await openAlert(transaction, reached, now)
        : await followAlert(transaction, row, reached)),
    );
  }
  for (const { subject, id } of known.values()) {
    if (still.has(subject)) continue;
    await updateAlert(transaction, id, { state: "closed", is_closed: 1, closed_at: now });
    changes.push({ alert: id, change: "closed" });
  }
  return changes;
}

/** A threshold of a rule that a finding reached. */
interface Reached extends Pick<Applied, "organization" | "rule"> {
  finding: Finding;
  threshold: number;
}

async function openAlert(
  transaction: Database,
  { organization, rule, finding, threshold }: Reached,
  now: Instant,
): Promise<ChangeSaid[]> {
  const { subject, developer, facts } = finding;
  const id = randomUUID();
  await insertAlert(transaction, {
    id,
    organization,
    rule: rule.id,
    kind: rule.kind,
    subject,
    developer,
    threshold,
    facts: JSON.stringify(facts),
    state: "open",
    is_closed: 0,
    opened_at: now,
    acknowledged_at: null,
    closed_at: null,
  });
  return [{ alert: id, change: "opened" }];
}

/** Keeps the newest figures; somebody who has seen it has not seen a higher threshold. */
async function followAlert(
  transaction: Database,
  row: AlertRow,
  { finding, threshold }: Reached,
): Promise<ChangeSaid[]> {
  const facts = JSON.stringify(finding.facts);
  if (threshold <= row.threshold) {
    if (facts !== row.facts) await updateAlert(transaction, row.id, { facts });
    return [];
  }
  await updateAlert(transaction, row.id, { facts, threshold, state: "open", acknowledged_at: null });
  return [{ alert: row.id, change: "raised" }];
}

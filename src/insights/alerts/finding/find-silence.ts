/** Finds keys and agents (and developers, where the owner wants that) that sent every working day and stopped. */
import { inTransaction } from "../../../database/transaction.ts";
import { readDevelopers } from "../../../identity/developers/directory.ts";
import { isInForce, listKeys } from "../../../identity/keys/issue.ts";
import type { KeyRecord } from "../../../identity/keys/table.ts";
import { AGENTS } from "../../../normaliser/dialects/agents.ts";
import { readTallyDays } from "../../../spend/tallies/read-tallies.ts";
import { DAY, type Milliseconds } from "../../../vocabulary/units.ts";
import type { Finding, Silent } from "./finding.ts";
import { deleteKeyDaysBefore, noteKeyDays, readKeyDays } from "./key-days-table.ts";
import type { Look } from "./look.ts";
import { type Stopped, stoppedSince } from "./regular.ts";

/** What is silent for longer is no news any more. */
const DAYS_BEHIND = 28;

/** On which days something sent. */
interface Sender {
  silent: Silent;
  developer: string | null;
  days: ReadonlySet<number>;
}

/** What stopped. Where everything did, what stopped on the same day is not listed as well. */
export async function findSilence(look: Look): Promise<Finding[]> {
  const { all, senders } = await readSenders(look);
  const everything = stoppedSince(all, look.now);
  const stopped = [...senders, ...(await readKeySenders(look))].flatMap((sender) => {
    const since = stoppedSince(sender.days, look.now);
    const isCovered = everything !== null && since !== null && since.since >= everything.since;
    return since === null || isCovered ? [] : [findingOf(sender, since)];
  });
  if (everything === null) return stopped;
  return [findingOf({ silent: { kind: "everything" }, developer: null }, everything), ...stopped];
}

function findingOf({ silent, developer }: Omit<Sender, "days">, { lastDay, workingDays }: Stopped): Finding {
  const facts = { kind: "silence", silent, lastDay, workingDays } as const;
  return { subject: JSON.stringify(silent), developer, value: workingDays, facts };
}

async function readSenders({ database, organization, now, namesDevelopers }: Look) {
  const from = (Math.floor(now / DAY) - DAYS_BEHIND) * DAY;
  const window = { organization: organization.id, developers: null, from, to: now };
  const all = new Set<number>();
  const [agents, people] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()];
  const persons = namesDevelopers ? await readDevelopers(database, organization.id) : new Map();
  for (const { day, tallies } of await readTallyDays(database, window, ["agent"])) {
    all.add(day);
    for (const [agent] of tallies.rows("agent")) noteDay(agents, agent ?? "", day);
    for (const id of tallies.developers()) noteDay(people, persons.get(id)?.id ?? id, day);
  }
  const ofAgents = AGENTS.flatMap((agent): Sender[] => {
    const days = agents.get(agent);
    return days === undefined ? [] : [{ silent: { kind: "agent", agent }, developer: null, days }];
  });
  const ofPeople = [...people].map(([id, days]): Sender => ({
    silent: { kind: "developer", id },
    developer: id,
    days,
  }));
  return { all, senders: namesDevelopers ? [...ofAgents, ...ofPeople] : ofAgents };
}

function noteDay(byName: Map<string, Set<number>>, name: string, day: number): void {
  byName.set(name, (byName.get(name) ?? new Set()).add(day));
}

const ENDS_SOON_MS: Milliseconds = 30 * DAY;

/** Notes when keys were used last; an admin's key is for looking, not for sending, and one that ends soon is being replaced. */
async function readKeySenders({ database, organization: { id }, now }: Look): Promise<Sender[]> {
  const keys = (await listKeys(database, id)).filter(
    (key) => isInForce(key, now + ENDS_SOON_MS) && key.role === "member" && key.scopes.includes("ingest"),
  );
  await inTransaction(database, "normal", async (transaction) => {
    await noteKeyDays(transaction, keys.flatMap(dayOf));
    await deleteKeyDaysBefore(transaction, id, Math.floor(now / DAY) - DAYS_BEHIND);
  });
  const days = Map.groupBy(await readKeyDays(database, id), ({ key }) => key);
  return keys.map((key) => ({
    silent: { kind: "key", id: key.id },
    developer: key.developerId,
    days: new Set((days.get(key.id) ?? []).map(({ day }) => day)),
  }));
}

function dayOf({ id: key, organizationId: organization, lastUsedAt }: KeyRecord) {
  return lastUsedAt === null ? [] : [{ organization, key, day: Math.floor(lastUsedAt / DAY) }];
}

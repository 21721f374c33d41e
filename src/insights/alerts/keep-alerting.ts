/** The alerting stage: evaluates the rules of every organization, and sends what is to be sent. */
import type { Database } from "../../database/open.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { Sending } from "../integrations/sending/sending.ts";
import { readNewestLimits } from "../governance/limits/limits-table.ts";
import { evaluate } from "./evaluate.ts";
import { isWorkKnown } from "./finding/find.ts";
import type { MachineState } from "./finding/machine.ts";
import { advanceMessages, type MessageParts, nextTimeOf } from "./messages/advance-messages.ts";
import type { MessageRow } from "./messages/messages-table.ts";
import { readNewestRules } from "./rules/rules-table.ts";
import { onlyHeld } from "../../database/leases/held-table.ts";

/** What alerting works with. */
export interface AlertingParts extends Omit<MessageParts, "sending"> {
  /** How the machine is now. */
  observeMachine(): Promise<MachineState>;
}

const EVALUATE_EVERY_MS: Milliseconds = 5 * MINUTE;
/** While work that arrived is not computed, and nobody can say what it cost or who is silent. */
const EVALUATE_SOON_MS: Milliseconds = 10 * SECOND;
const LEAST_REST_MS: Milliseconds = SECOND;
/** While a message waits for its time, so that a clock that is put forward is noticed. */
const LONGEST_REST_MS: Milliseconds = 30 * SECOND;

/**
 * Keeps alerts.
 *
 * A step stays for no message. One that was being sent when the program died is sent once more.
 */
export function alertingStage(parts: AlertingParts): Stage {
  const sending = new Sending();
  let last: Evaluation | null = null;
  return {
    name: "alerting",
    failing: "could not evaluate or send alerts; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const evaluation = await evaluateWhenDue(parts, last);
      const problems = evaluation === last ? [] : evaluation.problems;
      last = evaluation;
      const open = await advanceMessages({ ...parts, sending });
      // only now: what is wrong with one organization keeps no message of another
      if (problems.length > 0)
        throw new AggregateError(problems, "evaluating the alerts of organizations", { cause: problems[0] });
      return restOf({ open, sending, nextAt: evaluation.nextAt }, parts.clock());
    },
  };
}

/** A look at every organization. */
interface Evaluation {
  at: Instant;
  nextAt: Instant;
  /** When rules or budgets were changed last, as far as it knew. */
  changedAt: Instant;
  /** What went wrong, of each organization that failed. */
  problems: readonly unknown[];
}

/** A change of rules or budgets is looked at at once; a clock that was put back counts from there. */
async function evaluateWhenDue(parts: AlertingParts, last: Evaluation | null): Promise<Evaluation> {
  const now = parts.clock();
  const changedAt = await readNewestChange(parts.database);
  if (last !== null && now >= last.at && now < last.nextAt && changedAt === last.changedAt) return last;
  const isKnown = await isWorkKnown(parts.database, now);
  const problems = await evaluateAll(parts, { now, isKnown });
  return { at: now, nextAt: now + (isKnown ? EVALUATE_EVERY_MS : EVALUATE_SOON_MS), changedAt, problems };
}

async function readNewestChange(database: Database): Promise<Instant> {
  return Math.max(await readNewestRules(database), await readNewestLimits(database));
}

async function evaluateAll(
  parts: AlertingParts,
  { now, isKnown }: { now: Instant; isKnown: boolean },
): Promise<unknown[]> {
  const { database, namesDevelopers } = parts;
  const machine = await parts.observeMachine();
  const all = await selectOrganizations(database);
  const isAlone = all.length === 1;
  const problems: unknown[] = [];
  for (const organization of await onlyHeld(database, all, ({ id }) => id)) {
    try {
      await evaluate({ database, organization, isAlone, now, machine, namesDevelopers }, isKnown);
    } catch (error) {
      problems.push(error);
    }
  }
  return problems;
}

function restOf(
  { open, sending, nextAt }: { open: readonly MessageRow[]; sending: Sending; nextAt: Instant },
  now: Instant,
): Step {
  const rests = open.map((message) => Math.min(nextTimeOf(message) - now, LONGEST_REST_MS));
  const mostMs = Math.max(Math.min(nextAt - now, ...rests), LEAST_REST_MS);
  const rest = { leastMs: LEAST_REST_MS };
  return restUpTo(mostMs, sending.count > 0 ? { ...rest, wokenBy: sending.next } : rest);
}

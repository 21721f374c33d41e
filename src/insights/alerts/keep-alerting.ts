/** The alerting stage: evaluates the rules of every organization, and sends what is to be sent. */
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { Sending } from "../integrations/sending/sending.ts";
import { evaluate } from "./evaluate.ts";
import { isWorkKnown } from "./finding/find.ts";
import type { MachineState } from "./finding/machine.ts";
import { advanceMessages, type MessageParts, nextTimeOf } from "./messages/advance-messages.ts";
import type { MessageRow } from "./messages/messages-table.ts";

/** What alerting works with. */
export interface AlertingParts extends Omit<MessageParts, "sending"> {
  /** How the machine is now. */
  observeMachine(): Promise<MachineState>;
}

const EVALUATE_EVERY_MS: Milliseconds = 5 * MINUTE;
const LEAST_REST_MS: Milliseconds = SECOND / 10;
/** While a message waits for its time, so that a clock that is put forward is noticed. */
const LONGEST_REST_MS: Milliseconds = 30 * SECOND;

/**
 * Keeps alerts.
 *
 * A step stays for no message. One that was being sent when the program died is sent once more.
 */
export function alertingStage(parts: AlertingParts): Stage {
  const sending = new Sending();
  let evaluatedAt: Instant | null = null;
  return {
    name: "alerting",
    failing: "could not evaluate or send alerts; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const now = parts.clock();
      const problems = isTime(evaluatedAt, now) ? await evaluateAll(parts, now) : [];
      if (isTime(evaluatedAt, now)) evaluatedAt = now;
      const open = await advanceMessages({ ...parts, sending });
      // only now: what is wrong with one organization keeps no message of another
      if (problems.length > 0)
        throw new AggregateError(problems, "evaluating the alerts of organizations", { cause: problems[0] });
      return restOf({ open, sending, nextAt: (evaluatedAt ?? now) + EVALUATE_EVERY_MS }, parts.clock());
    },
  };
}

/** A clock that was put back counts from there. */
function isTime(evaluatedAt: Instant | null, now: Instant): boolean {
  return evaluatedAt === null || now < evaluatedAt || now - evaluatedAt >= EVALUATE_EVERY_MS;
}

/** @returns What went wrong, of each organization that failed. */
async function evaluateAll(parts: AlertingParts, now: Instant): Promise<unknown[]> {
  const { database, namesDevelopers } = parts;
  const machine = await parts.observeMachine();
  const isKnown = await isWorkKnown(database, now);
  const organizations = await selectOrganizations(database);
  const isAlone = organizations.length === 1;
  const problems: unknown[] = [];
  for (const organization of organizations) {
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

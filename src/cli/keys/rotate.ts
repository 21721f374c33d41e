/** `scoring keys rotate`: replaces a key by a new one, both valid for a while. */
import type { Subject } from "../../audit/entry.ts";
import type { Database } from "../../database/open.ts";
import { rotateKey, type Rotation } from "../../identity/keys/rotate.ts";
import { isoTime, shownTime } from "../../vocabulary/times.ts";
import { DAY, HOUR, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { changing } from "../stores.ts";

export const KEYS_ROTATE: Command = {
  name: "keys rotate",
  operands: ["ID"],
  summary: "Replace a key by a new one that may do the same; both work for a while.",
  details:
    "The new key has the name, role, scopes and developer of the old one. Put it where the old one is before the old " +
    "one ends: sessions go on.",
  flags: {
    overlap: {
      value: "TIME",
      summary: "How long the old key goes on working, such as 30m, 24h or 7d (default 24h).",
    },
  },
  reads: "directory",
  check: (call) => void overlapOf(call),
  run: async (call) => {
    const [id = ""] = call.operands;
    const { key, answer, replaced } = await changing(call, (transaction) => rotate(call, transaction, id));
    const { endsAt } = replaced;
    const shown = { ...answer, key, replaced: { id, endsAt: isoTime(endsAt) } };
    const text =
      `${key}\nThis key replaces ${replaced.name} (${id}), which ends on ${shownTime(endsAt)}. ` +
      `It is not shown again. Its id is ${answer.id}.`;
    writeAnswer(call, shown, text);
    return 0;
  },
};

async function rotate(call: CommandCall, transaction: Database, id: string): Promise<Rotation> {
  const wish = { id, organizationId: null, overlap: overlapOf(call), by: "admin" as const };
  const rotation = await rotateKey(transaction, wish, call.program.clock());
  if (!rotation.ok) throw FAILURES[rotation.problem.kind](id);
  await note(call, transaction, rotation.value);
  return rotation.value;
}

const FAILURES = {
  unknown_key: (id: string) => new CommandFailure(`unknown key id: ${id}. scoring keys list shows the ids.`),
  not_in_force: (id: string) =>
    new CommandFailure(`the key ${id} was revoked or has ended. scoring keys create makes a new one.`),
  needs_an_admin: (id: string) => new CommandFailure(`the key ${id} can only be replaced by an admin`),
};

/** As the API records it. */
function note(call: CommandCall, transaction: Database, rotation: Rotation): Promise<void> {
  const { organizationId: organization, answer, replaced } = rotation;
  const replacement: Subject = { kind: "key", id: answer.id };
  return recordCommand(call, transaction, {
    organization,
    action: "key_changed",
    target: { kind: "key", id: replaced.id },
    details: { what: "replaced", replacement },
  });
}

const UNITS: Readonly<Record<string, Milliseconds>> = { m: MINUTE, h: HOUR, d: DAY };

/** @throws CommandFailure with exit code 2 when it is no span of time. */
function overlapOf(call: CommandCall): Milliseconds {
  const text = textFlag(call, "overlap") ?? "24h";
  const [, number = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (length !== undefined) return Number(number) * length;
  throw new CommandFailure("--overlap needs a time such as 30m, 24h or 7d", 2);
}

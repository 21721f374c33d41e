/** `scoring sign-ins`: lists the browsers that are signed in, and signs them out. */
import type { Database } from "../../database/open.ts";
import { endListedSignIn, endOtherSignIns } from "../../identity/sign-ins/end-sign-ins.ts";
import { describeSignIn, type SignInAnswer } from "../../identity/sign-ins/list-sign-ins.ts";
import { selectNamedSignIns } from "../../identity/sign-ins/listed-table.ts";
import { isInForce } from "../../identity/sign-ins/sign-in.ts";
import type { Subject } from "../../audit/entry.ts";
import type { SignedIn } from "../../identity/sign-ins/signed-in.ts";
import { HOUR } from "../../vocabulary/units.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { changing, chosenOrganization, reading } from "../stores.ts";
import { count } from "../text/count.ts";
import { type Column, formatTable } from "../text/table.ts";

const ORG = { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." };

export const SIGN_INS_LIST: Command = {
  name: "sign-ins list",
  operands: [],
  summary: "List the browsers that are signed in, the newest first.",
  details: "With the key or account, how and where each began, and when it was used last.",
  flags: { org: ORG },
  reads: "directory",
  run: async (call) => {
    const signIns = await reading(call, (database) => list(call, database));
    writeAnswer(call, { signIns }, signInTable(signIns, call.speaker.columns));
    return 0;
  },
};

async function list(call: CommandCall, database: Database): Promise<Omit<SignInAnswer, "current">[]> {
  const { id: organizationId } = await chosenOrganization(call, database);
  const { signInIdleHours } = call.loaded.settings;
  const idleLimit = signInIdleHours === null ? null : signInIdleHours * HOUR;
  const found = await selectNamedSignIns(database, { organizationId, who: null });
  return found
    .filter((signIn) => isInForce(signIn, { now: call.program.clock(), idleLimit }))
    .toReversed()
    .map((signIn) => {
      const { current: _, ...described } = describeSignIn(signIn, null);
      return described;
    });
}

export const SIGN_INS_END: Command = {
  name: "sign-ins end",
  operands: ["[ID]"],
  summary: "Sign out a browser by the id of its sign-in, or all with --all.",
  details: "A running server notices at once.",
  flags: { all: { summary: "Sign out every browser of the organization." }, org: ORG },
  reads: "directory",
  check: (call) => {
    if (hasFlag(call, "all") === call.operands.length > 0)
      throw new CommandFailure("give the id of a sign-in or --all; scoring sign-ins list shows the ids", 2);
  },
  run: async (call) => {
    const [id] = call.operands;
    const ended = await changing(call, (transaction) =>
      id === undefined ? endAll(call, transaction) : endOne(call, transaction, id),
    );
    writeAnswer(call, { ended }, `${count(ended, "browser")} signed out.`);
    return 0;
  },
};

async function endOne(call: CommandCall, transaction: Database, id: string): Promise<number> {
  const { id: organization } = await chosenOrganization(call, transaction);
  const ended = await endListedSignIn(transaction, { id, organizationId: organization, who: null });
  if (!ended.ok) throw new CommandFailure(`unknown sign-in: ${id}. scoring sign-ins list shows the ids.`);
  await recordCommand(call, transaction, {
    organization,
    action: "sign_ins_ended",
    target: subjectOf(ended.value),
  });
  return 1;
}

function subjectOf(who: SignedIn): Subject {
  return "keyId" in who ? { kind: "key", id: who.keyId } : { kind: "account", id: who.accountId };
}

async function endAll(call: CommandCall, transaction: Database): Promise<number> {
  const { id: organization } = await chosenOrganization(call, transaction);
  const everybody = { organizationId: organization, who: null, currentHash: null };
  const { ended } = await endOtherSignIns(transaction, everybody);
  const details = { sign_ins: ended };
  await recordCommand(call, transaction, { organization, action: "sign_ins_ended", details });
  return ended;
}

const COLUMNS: readonly (Column & { cell(signIn: Omit<SignInAnswer, "current">): string })[] = [
  { title: "ID", align: "left", cell: ({ id }) => id },
  { title: "WHOSE", align: "left", cell: ({ whose }) => whose.name },
  { title: "BY", align: "left", dropped: 2, cell: ({ way }) => way },
  { title: "BROWSER", align: "left", dropped: 1, cell: ({ client }) => client },
  { title: "FROM", align: "left", dropped: 3, cell: ({ address }) => address },
  { title: "SINCE", align: "left", cell: ({ createdAt }) => minuteOf(createdAt) },
  { title: "LAST USED", align: "left", dropped: 4, cell: ({ lastUsedAt }) => minuteOf(lastUsedAt) },
];

function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

function signInTable(signIns: readonly Omit<SignInAnswer, "current">[], width: number | null): string {
  if (signIns.length === 0) return "Nobody is signed in.";
  return formatTable(
    COLUMNS,
    signIns.map((signIn) => COLUMNS.map(({ cell }) => cell(signIn))),
    width,
  );
}

/** What the audit log says of each change: to whom or what it was done, and which numbers belong to it. */
import type { AuditDetails, Subject } from "../audit/entry.ts";
import type { Database } from "../database/open.ts";
import { findDeveloper } from "../identity/developers/directory.ts";
import type { KeyAnswer } from "../identity/keys/answer.ts";
import type { SignedIn } from "../identity/sign-ins/signed-in.ts";
import type { ChangeAnswer, ChangeAsked, ChangeName } from "./changes.ts";

/** What is said of one change. Whatever was asked for is believed only when the change was made. */
export interface About<Asked, Answer> {
  /** Finds the target before the change, which may remove it. */
  before?(database: Database, asked: Asked): Promise<Subject | null>;
  /** Of a change that was made. */
  after?(asked: Asked, answer: Answer): { target?: Subject; details?: AuditDetails };
}

type Abouts = { readonly [Name in ChangeName]?: About<ChangeAsked<Name>, ChangeAnswer<Name>> };

const ABOUTS: Abouts = {
  makeKey: { after: (_, made) => (made.ok ? aboutKey(made.value.answer) : {}) },
  revokeKey: { after: ({ id }) => ({ target: { kind: "key", id } }) },
  endListedSignIn: { after: (_, ended) => (ended.ok ? { target: signedInAs(ended.value) } : {}) },
  endOtherSignIns: {
    after: ({ who }, { ended }) => ({
      ...(who !== null && { target: signedInAs(who) }),
      details: { sign_ins: ended },
    }),
  },
  linkKey: { after: ({ keyId }) => ({ target: { kind: "key", id: keyId } }) },
  linkAccount: { after: ({ accountId }) => ({ target: accountOf(accountId) }) },
  rotateKey: { after: ({ id }, rotation) => (rotation.ok ? aboutRotation(id, rotation.value.answer) : {}) },
  makeAccount: { after: (_, made) => (made.ok ? aboutAccount(made.value) : {}) },
  changeAccount: { after: (_, changed) => (changed.ok ? aboutAccount(changed.value) : {}) },
  endAccount: { after: ({ id }) => ({ target: { kind: "account", id } }) },
  addPasskey: { after: ({ accountId }) => ({ target: accountOf(accountId), details: { what: "added" } }) },
  renamePasskey: {
    after: ({ accountId }) => ({ target: accountOf(accountId), details: { what: "renamed" } }),
  },
  removePasskey: {
    after: ({ accountId }) => ({ target: accountOf(accountId), details: { what: "removed" } }),
  },
  nameDeveloper: { after: (_, named) => (named.ok ? { target: developerOf(named.value) } : {}) },
  mergePeople: {
    before: (database, { organizationId, from }) => findPerson(database, { organizationId, idOrEmail: from }),
    after: (_, merged) => (merged.ok ? { details: { into: developerOf(merged.value) } } : {}),
  },
  requestPurge: {
    before: (database, { organizationId, developer }) =>
      findPerson(database, { organizationId, idOrEmail: developer }),
  },
  beginExport: { after: ({ developerId }) => ({ target: { kind: "developer", id: developerId } }) },
  setBudgets: { after: ({ budgets }) => ({ details: { what: "budgets", budgets: budgets.length } }) },
  setGuardrails: { after: () => ({ details: { what: "guardrails" } }) },
  makeSchedule: {
    after: (_, made) => (made.ok ? { target: scheduleOf(made.value), details: { what: "made" } } : {}),
  },
  changeSchedule: { after: ({ id }) => ({ target: scheduleOf(id), details: { what: "changed" } }) },
  deleteSchedule: { after: ({ id }) => ({ target: scheduleOf(id), details: { what: "deleted" } }) },
  runSchedule: { after: ({ id }) => ({ target: scheduleOf(id), details: { what: "run" } }) },
  makeAlertRule: {
    after: (_, made) => (made.ok ? { target: ruleOf(made.value.id), details: { what: "made" } } : {}),
  },
  changeAlertRule: { after: ({ id }) => ({ target: ruleOf(id), details: { what: "changed" } }) },
  deleteAlertRule: { after: ({ id }) => ({ target: ruleOf(id), details: { what: "deleted" } }) },
  testAlertRule: { after: ({ id }) => ({ target: ruleOf(id) }) },
  connectChat: { after: () => ({ details: { what: "slack_connected" } }) },
  connectWebhook: { after: () => ({ details: { what: "slack_connected" } }) },
  disconnectChat: { after: () => ({ details: { what: "slack_disconnected" } }) },
  testChat: { after: () => ({ details: { to: "slack" } }) },
  makeWebhook: {
    after: (_, made) =>
      made.ok ? { target: webhookOf(made.value.webhook.id), details: { what: "made" } } : {},
  },
  deleteWebhook: { after: ({ id }) => ({ target: webhookOf(id), details: { what: "deleted" } }) },
  testWebhook: { after: ({ id }) => ({ target: webhookOf(id) }) },
  testEmail: { after: ({ to }) => ({ details: { to: "email", recipients: to.length } }) },
  requestRecompute: { after: ({ from, to }) => ({ details: { from, to } }) },
  requestRejudge: { after: ({ from, to, prompts }) => ({ details: { from, to, prompts } }) },
  endModelTrial: { after: ({ id }) => ({ target: { kind: "model_trial", id } }) },
};

/** By the name of the change, for whoever does not know which it is. */
export const ABOUT = ABOUTS as Readonly<Partial<Record<ChangeName, About<never, never>>>>;

function aboutKey({ id, role, scopes, developer }: KeyAnswer) {
  const whose = developer === null ? {} : { developer: developerOf(developer) };
  return { target: { kind: "key" as const, id }, details: { role, scopes: scopes.join("/"), ...whose } };
}

function aboutRotation(old: string, { id }: KeyAnswer) {
  const replacement: Subject = { kind: "key", id };
  return { target: { kind: "key" as const, id: old }, details: { what: "replaced", replacement } };
}

function aboutAccount({ id, role }: { id: string; role: string }) {
  return { target: accountOf(id), details: { role } };
}

function signedInAs(who: SignedIn): Subject {
  return "keyId" in who ? { kind: "key", id: who.keyId } : accountOf(who.accountId);
}

function accountOf(id: string): Subject {
  return { kind: "account", id };
}

async function findPerson(
  database: Database,
  asked: { organizationId: string; idOrEmail: string },
): Promise<Subject | null> {
  const found = await findDeveloper(database, asked);
  return found === null ? null : developerOf(found);
}

function developerOf({ id }: { id: string }): Subject {
  return { kind: "developer", id };
}

function scheduleOf(id: string): Subject {
  return { kind: "schedule", id };
}

function ruleOf(id: string): Subject {
  return { kind: "alert_rule", id };
}

function webhookOf(id: string): Subject {
  return { kind: "webhook", id };
}

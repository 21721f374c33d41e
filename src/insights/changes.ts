/** The changes that come of insights, by the names that routes ask for. */
import type { Database } from "../database/open.ts";
import { atThisTime, inOneTransaction, onDatabase } from "../database/asked.ts";
import { acknowledgeAlert } from "./alerts/acknowledge.ts";
import { changeAlertRule, deleteAlertRule, makeAlertRule } from "./alerts/rules/change-rules.ts";
import type { RuleName } from "./alerts/rules/rule.ts";
import { testAlertRule } from "./alerts/test-rule.ts";
import { runAdvisor } from "./advisor/run-advisor.ts";
import { markSeen } from "./advisor/seen/mark-seen.ts";
import { voteOnCard } from "./advisor/votes/cast-vote.ts";
import { setBudgets, setGuardrails } from "./governance/limits/set-limits.ts";
import { requestPurge } from "./governance/request-purge.ts";
import { beginExport } from "./own-data/begin-export.ts";
import { listChannels } from "./integrations/channels.ts";
import {
  connectApp,
  type ConnectRequest,
  connectWebhook,
  disconnect,
  type WebhookRequest,
} from "./integrations/connect.ts";
import { describeConnections } from "./integrations/describe-connections.ts";
import { senderOf, testEmail } from "./integrations/email/deliver-email.ts";
import type { Senders } from "./integrations/open-senders.ts";
import { testChat } from "./integrations/test-chat.ts";
import {
  forgetWebhook,
  listWebhooks,
  makeWebhook,
  type NewWebhook,
} from "./integrations/webhooks/change-webhooks.ts";
import { testWebhook } from "./integrations/webhooks/deliver-webhook.ts";
import { makeAccount } from "./people/new-account.ts";
import { signInProved } from "./people/sign-in-proved.ts";
import { makeKey } from "./people/new-key.ts";
import { mergePeople } from "./people/same-person.ts";
import { cancelReport } from "./reports/cancel-report.ts";
import { requestReport } from "./reports/request-report.ts";
import { endModelTrial, tryModel } from "./rightsizing/trials/try-model.ts";
import { saveCheckIn } from "./satisfaction/save-check-in.ts";
import { changeSchedule, forgetSchedule, makeSchedule, runSchedule } from "./schedules/change-schedules.ts";

interface OfOrganization {
  organizationId: string;
}

interface OneWebhook extends OfOrganization {
  id: string;
}

/** They are the engine's, because only it has the key of what Slack gave out. */
const CHAT_CHANGES = {
  describeChat: ({ chat }: Senders, asked: OfOrganization) => describeConnections(chat, asked),
  connectChat: ({ chat }: Senders, asked: ConnectRequest) => connectApp(chat, asked),
  connectWebhook: ({ chat }: Senders, asked: WebhookRequest) => connectWebhook(chat, asked),
  disconnectChat: ({ chat }: Senders, asked: OfOrganization) => disconnect(chat, asked),
  listChatChannels: ({ chat }: Senders, asked: OfOrganization) => listChannels(chat, asked),
  testAlertRule: (parts: Senders & { database: Database }, asked: RuleName) => testAlertRule(parts, asked),
  testChat: ({ chat }: Senders, asked: OfOrganization & { channel: string | null }) => testChat(chat, asked),
};

const SENDING_CHANGES = {
  listWebhooks: ({ webhooks }: Senders, asked: OfOrganization) => listWebhooks(webhooks, asked),
  makeWebhook: ({ webhooks }: Senders, asked: NewWebhook) => makeWebhook(webhooks, asked),
  deleteWebhook: ({ webhooks }: Senders, asked: OneWebhook) => forgetWebhook(webhooks, asked),
  testWebhook: ({ webhooks }: Senders, asked: OneWebhook) => testWebhook(webhooks, asked),
  describeEmail: ({ email }: Senders, _asked: null) => Promise.resolve(senderOf(email)),
  testEmail: ({ email }: Senders, asked: { to: string[] }) => testEmail(email, asked),
};

export const INSIGHTS_CHANGES = {
  requestPurge,
  voteOnCard,
  runAdvisor,
  saveCheckIn,
  requestReport,
  cancelReport,
  beginExport,
  ...inOneTransaction({ mergePeople, makeAccount, signInProved, makeKey, markSeen, tryModel }),
  ...atThisTime({ setBudgets, setGuardrails, makeSchedule, changeSchedule, runSchedule }),
  ...atThisTime({ acknowledgeAlert, makeAlertRule, changeAlertRule, deleteAlertRule }),
  ...onDatabase({ deleteSchedule: forgetSchedule, endModelTrial }),
  ...CHAT_CHANGES,
  ...SENDING_CHANGES,
};

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
import { listChannels } from "./integrations/channels.ts";
import {
  connectApp,
  type ConnectRequest,
  connectWebhook,
  disconnect,
  type WebhookRequest,
} from "./integrations/connect.ts";
import { describeConnections } from "./integrations/describe-connections.ts";
import type { ChatParts } from "./integrations/open-chat.ts";
import { testChat } from "./integrations/test-chat.ts";
import { makeKey } from "./people/new-key.ts";
import { mergePeople } from "./people/same-person.ts";
import { cancelReport } from "./reports/cancel-report.ts";
import { requestReport } from "./reports/request-report.ts";
import { endModelTrial, tryModel } from "./rightsizing/trials/try-model.ts";
import { saveCheckIn } from "./satisfaction/save-check-in.ts";
import { changeSchedule, forgetSchedule, makeSchedule, runSchedule } from "./schedules/change-schedules.ts";

interface Chatting {
  chat: ChatParts;
}

interface OfOrganization {
  organizationId: string;
}

/** They are the engine's, because only it has the key of what Slack gave out. */
const CHAT_CHANGES = {
  describeChat: ({ chat }: Chatting, asked: OfOrganization) => describeConnections(chat, asked),
  connectChat: ({ chat }: Chatting, asked: ConnectRequest) => connectApp(chat, asked),
  connectWebhook: ({ chat }: Chatting, asked: WebhookRequest) => connectWebhook(chat, asked),
  disconnectChat: ({ chat }: Chatting, asked: OfOrganization) => disconnect(chat, asked),
  listChatChannels: ({ chat }: Chatting, asked: OfOrganization) => listChannels(chat, asked),
  testAlertRule: (parts: Chatting & { database: Database }, asked: RuleName) => testAlertRule(parts, asked),
  testChat: ({ chat }: Chatting, asked: OfOrganization & { channel: string | null }) => testChat(chat, asked),
};

export const INSIGHTS_CHANGES = {
  requestPurge,
  voteOnCard,
  runAdvisor,
  saveCheckIn,
  requestReport,
  cancelReport,
  ...inOneTransaction({ mergePeople, makeKey, markSeen, tryModel }),
  ...atThisTime({ setBudgets, setGuardrails, makeSchedule, changeSchedule, runSchedule }),
  ...atThisTime({ acknowledgeAlert, makeAlertRule, changeAlertRule, deleteAlertRule }),
  ...onDatabase({ deleteSchedule: forgetSchedule, endModelTrial }),
  ...CHAT_CHANGES,
};

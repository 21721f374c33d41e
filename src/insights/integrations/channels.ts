/** Which channels the connected app may post to. */
import { fail, type Result } from "../../vocabulary/result.ts";
import type { ChatProblem } from "./chat-problem.ts";
import type { ChatParts } from "./open-chat.ts";
import type { ChannelList } from "./slack/slack-client.ts";
import { openConnection, useConnection } from "./use-connection.ts";

/**
 * Reads the workspace's public channels.
 *
 * @throws Also where only a webhook is connected.
 */
export async function listChannels(
  parts: ChatParts,
  { organizationId }: { organizationId: string },
): Promise<Result<ChannelList, ChatProblem>> {
  const connection = await openConnection(parts, organizationId, ["app", "webhook"]);
  if (!connection.ok) return connection;
  if (connection.value.row.kind === "webhook") return fail({ kind: "channel_is_fixed" });
  return useConnection(parts, connection.value, (token) => parts.slack.listChannels(token));
}

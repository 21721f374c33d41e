/** Where messages can go: Slack, by two ways, with a test and the way out; webhooks; e-mail. */
import { useChat } from "../../../api/chat.ts";
import { Answer, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { ForAdministrators } from "../for-administrators.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { AppCell } from "./app-cell.tsx";
import { sayChat } from "./chat-data.ts";
import { DisconnectCell } from "./disconnect-cell.tsx";
import { EmailCell } from "./email-cell.tsx";
import { useDisconnect } from "./fetch-chat.ts";
import { TestCell } from "./test-cell.tsx";
import { WebhookCell } from "./webhook-cell.tsx";
import { WebhooksRow } from "./webhooks-row.tsx";

export function ChatPage() {
  return (
    <ForAdministrators title="Messages">
      <Connections />
    </ForAdministrators>
  );
}

function Connections() {
  const chat = useChat();
  const disconnect = useDisconnect();
  return (
    <>
      <SettingsHead title="Messages" asOf={chat.dataUpdatedAt} />
      <Loaded query={chat} what="The connection to Slack" bones="lines">
        {(found) => {
          const isConnected = found.app !== null || found.webhook !== null;
          return (
            <>
              <Answer note="A message contains a report’s main figures and a link. Slack’s tokens are stored encrypted and never shown.">
                {sayChat(found)}
              </Answer>
              <Row>
                <AppCell app={found.app} install={found.install} />
                <WebhookCell webhook={found.webhook} />
              </Row>
              {(isConnected || disconnect.data !== undefined) && (
                <Row>
                  {isConnected && <TestCell chat={found} />}
                  <DisconnectCell isConnected={isConnected} disconnect={disconnect} />
                </Row>
              )}
            </>
          );
        }}
      </Loaded>
      <WebhooksRow />
      <Row>
        <EmailCell />
      </Row>
    </>
  );
}

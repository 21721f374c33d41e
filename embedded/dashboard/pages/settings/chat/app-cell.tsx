/** The app that people allow in Slack: connected or not, and the way there. */
import type { Chat } from "../../../api/chat.ts";
import { Command } from "../../../parts/command.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { INSTALL_ADDRESS, nameOf } from "./chat-data.ts";
import { ConnectionFacts } from "./connection-facts.tsx";

export function AppCell({ app, install }: Pick<Chat, "app" | "install">) {
  return (
    <Cell span={6} title="Slack, by signing in" more="any channel">
      {app === null ? (
        <p className="second">
          You install an app in Slack. It posts to the channels it was invited to and reads no messages.
        </p>
      ) : (
        <ConnectionFacts
          connection={app}
          more={[
            ["Workspace", nameOf(app)],
            ["May", app.scopes.join(", ")],
          ]}
        />
      )}
      {install.isReady ? (
        <p className="actions pad-top">
          {/* leads out of the dashboard, so it is no link of the router's */}
          <a className={app?.state === "connected" ? "button" : "button primary"} href={INSTALL_ADDRESS}>
            {app === null ? "Connect Slack" : "Connect Slack again"}
          </a>
        </p>
      ) : (
        <p className="second pad-top">{install.problem}</p>
      )}
      {install.redirectUrl !== null && app === null && <RedirectUrl address={install.redirectUrl} />}
    </Cell>
  );
}

/** What somebody who makes the app has to copy there. */
function RedirectUrl({ address }: { address: string }) {
  return (
    <>
      <p className="second pad-top">
        The Slack app needs this among its redirect URLs
        {address.startsWith("https:") ? ":" : "; Slack takes it only with https:"}
      </p>
      <div className="pad-top">
        <Command>{address}</Command>
      </div>
    </>
  );
}

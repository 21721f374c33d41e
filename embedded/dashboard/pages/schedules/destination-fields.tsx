/** Where the report of a schedule is sent, as far as Slack is connected. */
import { type Chat, useChannels, useChat } from "../../api/chat.ts";
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { Go } from "../../parts/links.tsx";
import { channelsIn, withChannel } from "./schedules-data.ts";
import type { DraftProps } from "./timing-fields.tsx";

export function DestinationFields({ draft, change }: DraftProps) {
  const chat = useChat().data;
  const isSent = draft.toWebhook || draft.channels.trim() !== "";
  return (
    <>
      <TextField
        name="Slack channels"
        note="Channel ids, separated by commas. Without a destination the report is kept here and not sent."
        font="code"
        autoComplete="off"
        placeholder="C0123456789"
        value={draft.channels}
        change={(channels) => change({ channels })}
      />
      {chat?.app != null && <ChannelPicker draft={draft} change={change} />}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.toWebhook}
          onChange={(event) => change({ toWebhook: event.target.checked })}
        />
        <span>Send to the webhook’s own channel</span>
      </label>
      {chat !== undefined && isSent && <Missing chat={chat} draft={draft} />}
    </>
  );
}

function ChannelPicker({ draft, change }: DraftProps) {
  const channels = useChannels(true).data?.channels ?? [];
  const chosen = channelsIn(draft.channels);
  return (
    <ChoiceField
      name="Add a channel"
      choices={[
        { value: "", text: channels.length === 0 ? "No channel is known" : "Choose one" },
        ...channels
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id, name, isMember }) => ({
            value: id,
            text: `#${name}${isMember ? "" : " (the app is not in it)"}`,
          })),
      ]}
      chosen=""
      choose={(id) => change({ channels: withChannel(draft.channels, id) })}
    />
  );
}

/** What has to be connected before anything arrives. */
function Missing({ chat: { app, webhook }, draft }: { chat: Chat } & Pick<DraftProps, "draft">) {
  const needsApp = draft.channels.trim() !== "" && app === null;
  const needsWebhook = draft.toWebhook && webhook === null;
  if (!needsApp && !needsWebhook) return null;
  return (
    <p className="note">
      {needsApp ? "No Slack app is connected to post there." : "No webhook address is set."}{" "}
      <Go href="/settings/chat">Connect Slack</Go>
    </p>
  );
}

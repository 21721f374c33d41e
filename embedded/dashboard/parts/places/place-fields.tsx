/** Where messages are sent. */
import { type Chat, useChannels, useChat } from "../../api/chat.ts";
import { ChoiceField } from "../forms/choice-field.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import { WebhookChoices } from "../forms/webhook-choices.tsx";
import { Go } from "../links.tsx";
import { channelsIn, type PlacesDraft, withChannel } from "./places.ts";

export interface PlaceFieldsProps {
  draft: PlacesDraft;
  change(changes: Partial<PlacesDraft>): void;
  /** What becomes of it without a place, in a sentence. */
  without: string;
}

type DraftProps = Pick<PlaceFieldsProps, "draft" | "change">;

export function PlaceFields({ draft, change, without }: PlaceFieldsProps) {
  const chat = useChat().data;
  const isSent = draft.toWebhook || draft.channels.trim() !== "";
  return (
    <>
      <TextField
        name="Slack channels"
        note={`Channel ids, separated by commas. ${without}`}
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
        <span>Send to the channel of Slack’s webhook</span>
      </label>
      <EmailField value={draft.emails} change={(emails) => change({ emails })} />
      <WebhookChoices chosen={draft.webhooks} choose={(webhooks) => change({ webhooks })} />
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

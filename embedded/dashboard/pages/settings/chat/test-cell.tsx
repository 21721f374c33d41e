/** Sends a test message, and shows what came of it. */
import { type FormEvent, useState } from "react";
import { type Chat, useChannels } from "../../../api/chat.ts";
import { Callout } from "../../../parts/callout.tsx";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { Word } from "../../../parts/shape.tsx";
import { chosenChannel, type Place, placesOf } from "./chat-data.ts";
import { useTestMessage } from "./fetch-chat.ts";

export function TestCell({ chat }: { chat: Chat }) {
  const isApp = chat.app?.state === "connected";
  const channels = useChannels(isApp);
  const test = useTestMessage();
  const [chosen, choose] = useState<string | null>(null);
  const [typed, type] = useState("");
  const places = placesOf(chat, channels.data?.channels ?? []);
  const place = chosen ?? firstOf(places);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate(chosenChannel(typed, place));
  };
  return (
    <Cell span={6} title="Does it arrive?">
      <form className="form" onSubmit={submit}>
        <ChoiceField
          name="Where to"
          {...(isApp && { note: sayChannels(channels) })}
          choices={places.map(({ channel, name }) => ({ value: channel ?? "", text: name }))}
          chosen={place}
          choose={choose}
        />
        {isApp && <IdField value={typed} change={type} />}
        <ProblemLine problem={test.error ?? channels.error} />
        <button type="submit" className="button" disabled={test.isPending}>
          {test.isPending ? "Sending…" : "Send a test message"}
        </button>
      </form>
      <div role="status" className="pad-top">
        {test.data !== undefined && <Outcome error={test.data.error} />}
      </div>
    </Cell>
  );
}

function firstOf([first]: readonly Place[]): string {
  return first?.channel ?? "";
}

function sayChannels({ data, isPending }: ReturnType<typeof useChannels>): string {
  if (isPending) return "Slack is asked for its channels…";
  const isAll = data === undefined || data.total !== null;
  return isAll ? "Public channels of the workspace." : "The first public channels; there are more.";
}

function IdField({ value, change }: { value: string; change(id: string): void }) {
  return (
    <TextField
      name="Or a channel’s id"
      note="For a private channel; invite the app there first."
      autoComplete="off"
      placeholder="C0123456789"
      value={value}
      change={change}
    />
  );
}

function Outcome({ error }: { error: { message: string } | null }) {
  if (error === null)
    return (
      <Word shape="tick" tone="good">
        Slack took the message
      </Word>
    );
  return (
    <Callout tone="bad" title="The message did not arrive">
      {error.message}
    </Callout>
  );
}

/** Sends a test message, and shows what came of it. */
import { type FormEvent, useState } from "react";
import { type Chat, useChannels } from "../../../api/chat.ts";
import { Callout } from "../../../parts/callout.tsx";
import { Field } from "../../../parts/forms/field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { Word } from "../../../parts/shape.tsx";
import { chosenChannel, placesOf } from "./chat-data.ts";
import { useTestMessage } from "./fetch-chat.ts";

export function TestCell({ chat }: { chat: Chat }) {
  const isApp = chat.app?.state === "connected";
  const channels = useChannels(isApp);
  const test = useTestMessage();
  const [chosen, choose] = useState<string | null>(null);
  const [typed, type] = useState("");
  const places = placesOf(chat, channels.data?.channels ?? []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate(chosenChannel(typed, chosen ?? places[0]?.channel ?? ""));
  };
  return (
    <Cell span={6} title="Does it arrive?">
      <form className="form" onSubmit={submit}>
        <Field name="Where to" {...(isApp && { note: sayChannels(channels) })}>
          {(id) => (
            <select
              id={id}
              className="select wide"
              value={chosen ?? places[0]?.channel ?? ""}
              onChange={(event) => choose(event.target.value)}
            >
              {places.map(({ channel, name }) => (
                <option key={channel} value={channel ?? ""}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isApp && <IdField typed={typed} type={type} />}
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

function sayChannels({ data, isPending }: ReturnType<typeof useChannels>): string {
  if (isPending) return "Slack is asked for its channels…";
  const isAll = data === undefined || data.total !== null;
  return isAll ? "Public channels of the workspace." : "The first public channels; there are more.";
}

function IdField({ typed, type }: { typed: string; type(text: string): void }) {
  return (
    <Field name="Or a channel’s id" note="For a private channel; invite the app there first.">
      {(id) => (
        <input
          id={id}
          className="input"
          autoComplete="off"
          placeholder="C0123456789"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
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

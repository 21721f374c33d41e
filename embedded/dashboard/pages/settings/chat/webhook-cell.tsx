/** The webhook address: pasted once, never shown again. */
import { type FormEvent, useState } from "react";
import type { Chat } from "../../../api/chat.ts";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import { useSetWebhook } from "./fetch-chat.ts";

export function WebhookCell({ webhook }: Pick<Chat, "webhook">) {
  return (
    <Cell span={6} title="Slack, by a webhook address" more="one channel">
      {webhook === null ? (
        <p className="second">
          An incoming webhook of Slack posts to one channel, chosen when it was created. Use it when the
          server cannot be reached from outside.
        </p>
      ) : (
        <ConnectionFacts connection={webhook} />
      )}
      <AddressForm isSet={webhook !== null} />
    </Cell>
  );
}

function AddressForm({ isSet }: { isSet: boolean }) {
  const [typed, type] = useState("");
  const set = useSetWebhook();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set.mutate(typed, { onSuccess: () => type("") });
  };
  return (
    <form className="form pad-top" onSubmit={submit}>
      <TextField
        name={isSet ? "Replace the address" : "Address"}
        note="It is stored encrypted and not shown again."
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.slack.com/services/…"
        value={typed}
        change={type}
      />
      <ProblemLine problem={set.error} />
      <button type="submit" className="button" disabled={set.isPending}>
        {set.isPending ? "Saving…" : "Save"}
      </button>
    </form>
  );
}

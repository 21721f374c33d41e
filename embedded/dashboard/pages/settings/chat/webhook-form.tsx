/** Makes a webhook, and shows its secret this once. */
import { type FormEvent, useState } from "react";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { ShownOnce } from "../../../parts/forms/shown-once.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { useMakeWebhook, type WebhookWish } from "./fetch-sending.ts";

export function WebhookForm() {
  const make = useMakeWebhook();
  if (make.data !== undefined)
    return <Made name={make.data.webhook.name} secret={make.data.secret} done={() => make.reset()} />;
  return <Wish make={(wish) => make.mutate(wish)} isBusy={make.isPending} problem={make.error} />;
}

interface WishProps {
  make(wish: WebhookWish): void;
  isBusy: boolean;
  problem: Error | null;
}

function Wish({ make, isBusy, problem }: WishProps) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make({ name: name.trim(), url });
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        name="Name"
        note="Rules and schedules list it by this name."
        required
        maxLength={200}
        autoComplete="off"
        placeholder="Pager"
        value={name}
        change={setName}
      />
      <TextField
        name="URL"
        note="Public and https, unless the server’s owner allows its host (webhook_hosts)."
        font="code"
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.example.com/scoring"
        value={url}
        change={setUrl}
      />
      <ProblemLine problem={problem} />
      <button type="submit" className="button" disabled={isBusy}>
        {isBusy ? "Creating…" : "Create the webhook"}
      </button>
    </form>
  );
}

function Made({ name, secret, done }: { name: string; secret: string; done(): void }) {
  return (
    <ShownOnce said="The webhook was created" secret={secret} done={done}>
      This is the secret of <b>{name}</b>. Your program checks the signature of each message with it. It is
      shown only once: copy it now.
    </ShownOnce>
  );
}

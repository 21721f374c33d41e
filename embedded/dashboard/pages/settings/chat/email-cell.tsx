/** E-mail: whether it can be sent and how to set it, and a test. */
import { type FormEvent, useState } from "react";
import { useEmail } from "../../../api/email.ts";
import { Callout } from "../../../parts/callout.tsx";
import { CodeBlock } from "../../../parts/command.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { addressesIn } from "../../../parts/places/places.ts";
import { Word } from "../../../parts/shape.tsx";
import { useTestEmail } from "./fetch-sending.ts";

export function EmailCell() {
  const email = useEmail();
  return (
    <Cell span={12} title="E-mail">
      <Loaded query={email} what="How e-mail is set" bones="lines">
        {({ problem, from }) =>
          problem === null ? <Ready from={from ?? ""} /> : <HowToSet problem={problem} />
        }
      </Loaded>
    </Cell>
  );
}

/** What a mail server with a login needs. */
const EXAMPLE = `smtp_host = "smtp.example.com"
smtp_from = "scoring@example.com"
smtp_user = "scoring"
smtp_password = "…"`;

function HowToSet({ problem }: { problem: string }) {
  return (
    <>
      <p className="second">{problem}</p>
      <div className="pad-top">
        <CodeBlock place="scoring.toml" text={EXAMPLE} />
      </div>
    </>
  );
}

function Ready({ from }: { from: string }) {
  const [typed, type] = useState("");
  const test = useTestEmail();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate(addressesIn(typed));
  };
  return (
    <>
      <Facts facts={[["From", from]]} />
      <form className="form pad-top" onSubmit={submit}>
        <TextField
          name="To"
          note="Addresses, separated by commas."
          required
          autoComplete="off"
          placeholder="team@example.com"
          value={typed}
          change={type}
        />
        <ProblemLine problem={test.error} />
        <button type="submit" className="button" disabled={test.isPending}>
          {test.isPending ? "Sending…" : "Send a test e-mail"}
        </button>
      </form>
      <div role="status" className="pad-top">
        {test.data !== undefined && <Outcome error={test.data.error} />}
      </div>
    </>
  );
}

function Outcome({ error }: { error: { message: string } | null }) {
  if (error === null)
    return (
      <Word shape="tick" tone="good">
        The mail server took the message
      </Word>
    );
  return (
    <Callout tone="bad" title="The e-mail was not sent">
      {error.message}
    </Callout>
  );
}

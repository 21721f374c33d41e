/** A person's passkeys, and the question before one is removed. */
import { useState } from "react";
import { type Passkey, useRemovePasskey } from "../../../api/passkeys/passkeys.ts";
import { Question } from "../../../parts/forms/question.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatAgo, formatDay, now } from "../../../words/times.ts";

export interface PasskeyListProps {
  passkeys: readonly Passkey[];
  rename(passkey: Passkey): void;
}

export function PasskeyList({ passkeys, rename }: PasskeyListProps) {
  const [asked, askAbout] = useState<Passkey | null>(null);
  if (passkeys.length === 0) return <p className="second">You have no passkey yet.</p>;
  return (
    <>
      <Table
        label="Passkeys"
        rows={passkeys}
        keyOf={({ id }) => id}
        columns={columnsWith({ rename, remove: askAbout })}
      />
      {asked !== null && <Remove key={asked.id} passkey={asked} close={() => askAbout(null)} />}
    </>
  );
}

interface Doing {
  rename(passkey: Passkey): void;
  remove(passkey: Passkey): void;
}

function columnsWith({ rename, remove }: Doing): Column<Passkey>[] {
  return [
    { title: "Name", grows: true, cell: ({ name }) => name },
    {
      title: "Added",
      hidesBelow: 720,
      cell: ({ createdAt }) => <span className="nowrap">{formatDay(createdAt)}</span>,
    },
    {
      title: "Last used",
      hidesBelow: 720,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="quiet">never</span>
        ) : (
          <span className="nowrap">{formatAgo(lastUsedAt, now())}</span>
        ),
    },
    {
      title: "Edit",
      align: "right",
      cell: (passkey) => (
        <span className="nowrap">
          <SmallButton verb="Rename" passkey={passkey} act={rename} />{" "}
          <SmallButton verb="Remove" passkey={passkey} act={remove} />
        </span>
      ),
    },
  ];
}

interface SmallButtonProps {
  verb: string;
  passkey: Passkey;
  act(passkey: Passkey): void;
}

function SmallButton({ verb, passkey, act }: SmallButtonProps) {
  return (
    <button
      type="button"
      className="button small"
      aria-label={`${verb} ${passkey.name}`}
      onClick={() => act(passkey)}
    >
      {verb}
    </button>
  );
}

function Remove({ passkey, close }: { passkey: Passkey; close(): void }) {
  const remove = useRemovePasskey();
  return (
    <Question
      title={`Remove the passkey “${passkey.name}”?`}
      verb="Remove the passkey"
      doing={remove.isPending ? "Removing…" : null}
      problem={remove.error}
      agree={() => remove.mutate(passkey.id, { onSuccess: close })}
      close={close}
    >
      <p>
        It signs nobody in again. Browsers that are signed in stay so. Your device may still offer it: delete
        it there too.
      </p>
    </Question>
  );
}

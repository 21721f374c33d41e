/** The table of sign-ins, each with a button that signs its browser out. */
import { type Column, Table } from "../../../parts/table.tsx";
import { formatAgo, now } from "../../../words/times.ts";
import type { SignInRow, Whose } from "./fetch-sign-ins.ts";

export interface SignInTableProps {
  signIns: readonly SignInRow[];
  whose: Whose;
  end(id: string): void;
  /** The id of the one that is being signed out; null for none. */
  ending: string | null;
}

export function SignInTable({ signIns, whose, ...doing }: SignInTableProps) {
  const columns = whose === "own" ? columnsWith(doing) : [WHOSE, ...columnsWith(doing)];
  return <Table label="Sign-ins" rows={signIns} keyOf={({ id }) => id} columns={columns} />;
}

const WHOSE: Column<SignInRow> = { title: "Whose", cell: ({ whose }) => whose.name };

const WAYS: Readonly<Record<SignInRow["way"], string>> = {
  key: "a key",
  link: "a link",
  oidc: "the provider",
  passkey: "a passkey",
};

function columnsWith(doing: Pick<SignInTableProps, "end" | "ending">): Column<SignInRow>[] {
  return [
    { title: "Browser", grows: true, cell: ({ client }) => client },
    { title: "With", hidesBelow: 720, cell: ({ way }) => <span className="nowrap">{WAYS[way]}</span> },
    {
      title: "From",
      hidesBelow: 1280,
      cell: ({ address }) => (address === "" ? <span className="quiet">not known</span> : address),
    },
    {
      title: "Since",
      hidesBelow: 720,
      cell: ({ createdAt }) => <span className="nowrap">{formatAgo(createdAt, now())}</span>,
    },
    {
      title: "Last used",
      cell: ({ lastUsedAt }) => <span className="nowrap">{formatAgo(lastUsedAt, now())}</span>,
    },
    { title: "Sign out", align: "right", cell: (signIn) => <End signIn={signIn} {...doing} /> },
  ];
}

function End({
  signIn: { id, client, current },
  end,
  ending,
}: { signIn: SignInRow } & Pick<SignInTableProps, "end" | "ending">) {
  if (current) return <span className="quiet nowrap">this browser</span>;
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Sign out ${client}`}
      disabled={ending === id}
      onClick={() => end(id)}
    >
      Sign out
    </button>
  );
}

/** Telemetry that was refused, and what to change where it is sent. */
import { To } from "../../../parts/links.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import type { Status } from "./fetch-status.ts";

type Refused = Status["refusedSenders"][number];

export function RefusedCell({ refused }: { refused: readonly Refused[] }) {
  return (
    <Cell span={12} title="Refused senders" more="in the last day">
      {refused.length === 0 ? (
        <p className="second">
          None. Telemetry with a wrong key, in another format or at a wrong path is listed here, with what to
          change.
        </p>
      ) : (
        <Table
          label="Refused senders"
          rows={refused}
          keyOf={({ sender, fault, keyId }) => `${sender} ${fault} ${keyId ?? ""}`}
          columns={COLUMNS}
        />
      )}
    </Cell>
  );
}

const FAULTS: Readonly<Record<Refused["fault"], string>> = {
  protobuf: "sends protobuf",
  grpc: "sends gRPC",
  content_type: "sends another type than JSON",
  encoding: "is compressed in an unknown way",
  no_key: "has no key",
  unknown_key: "has an unknown key",
  revoked_key: "has a revoked key",
  ended_key: "has a key that ended",
  reading_key: "has a key that may not send",
  path: "sends to a wrong path",
};

const COLUMNS: readonly Column<Refused>[] = [
  { title: "Sender", cell: ({ sender }) => <span className="nowrap">{sender}</span> },
  { title: "Why", cell: ({ fault }) => FAULTS[fault] },
  { title: "What to change", hidesBelow: 720, cell: ({ remedy }) => remedy },
  {
    title: "Key",
    hidesBelow: 1280,
    cell: ({ keyId }) =>
      keyId === null ? (
        <span className="quiet">none that is known</span>
      ) : (
        <To href={`/settings/keys?key=${keyId}`}>
          <span className="mono">{keyId.slice(0, 8)}</span>
        </To>
      ),
  },
  { title: "Requests", align: "right", cell: ({ requests }) => formatCount(requests) },
  { title: "Last", align: "right", cell: ({ lastAt }) => formatMoment(lastAt) },
];

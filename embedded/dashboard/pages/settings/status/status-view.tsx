/** How the server does, as a whole and stage by stage. */
import { Callout } from "../../../parts/callout.tsx";
import { Answer, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Stat, Stats } from "../../../parts/stat.tsx";
import { formatBytes, formatCount, quantityOfBytes, quantityOfDuration } from "../../../words/numbers.ts";
import { formatZonedMoment, now } from "../../../words/times.ts";
import { SettingsHead } from "../settings-head.tsx";
import { describeCertificate } from "./certificate-data.ts";
import { type Status, useRetention, useStatus } from "./fetch-status.ts";
import { KeptCell } from "./kept-cell.tsx";
import { RefusedCell } from "./refused-cell.tsx";
import { StagesCell } from "./stages-cell.tsx";
import { CallsRow, PresenceRow } from "./presence/presence-row.tsx";
import { concernsOf, farthestBehind, sayStatus } from "./status-data.ts";

export function StatusView() {
  const status = useStatus();
  // asked now, so that its cell does not ask only once the status is there
  useRetention();
  return (
    <>
      <SettingsHead title="Status" asOf={status.dataUpdatedAt} hasRange />
      <Loaded query={status} what="The status" bones="lines">
        {(found) => (
          <>
            <Answer note={`scoring ${found.version}, started ${formatZonedMoment(found.startedAt)}.`}>
              {sayStatus(found, now())}
            </Answer>
            <Concerns status={found} />
          </>
        )}
      </Loaded>
      {(status.data !== undefined || status.error !== null) && (
        <>
          <PresenceRow />
          <CallsRow />
        </>
      )}
      {status.data !== undefined && <Parts status={status.data} />}
    </>
  );
}

function Parts({ status: found }: { status: Status }) {
  return (
    <>
      <Figures status={found} />
      <Row>
        <StagesCell stages={found.stages} books={found.books} />
        <KeptCell books={found.books} lastBackup={found.lastBackup} />
      </Row>
      <Row>
        <RefusedCell refused={found.refusedSenders} />
      </Row>
    </>
  );
}

function Concerns({ status }: { status: Status }) {
  const concerns = concernsOf(status, now());
  if (concerns.length === 0) return null;
  return (
    <div className="concerns">
      {concerns.map(({ title, detail }) => (
        <Callout key={title} tone="bad" title={title}>
          {detail}
        </Callout>
      ))}
    </div>
  );
}

function Figures({ status }: { status: Status }) {
  const { books, memory, disk, stages, certificateValidUntil: until } = status;
  const behind = farthestBehind(stages);
  const stream = memory.streamBytes === null ? "" : `, and ${formatBytes(memory.streamBytes)} for the queue`;
  return (
    <Stats>
      <Stat
        name="Records received"
        number={books === null ? null : formatCount(books.examinedRecords)}
        note={books === null ? "not ready yet" : `${formatCount(books.pendingRecords)} wait`}
      />
      <Stat
        name="Farthest behind"
        {...(behind === null ? { number: null } : quantityOfDuration(behind * 1_000))}
        note={behind === null ? "not known" : "of all stages"}
      />
      <Stat name="Memory" {...quantityOfBytes(memory.serverBytes)} note={`for the server${stream}`} />
      <Stat name="Room on the disk" {...quantityOfBytes(disk.freeBytes)} note="free" />
      {until !== null && <Stat name="Certificate" {...describeCertificate(until, now())} />}
    </Stats>
  );
}

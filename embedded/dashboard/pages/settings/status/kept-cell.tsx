/** What is kept, for how long, and what room is left. */
import type { ReactNode } from "react";
import { Facts } from "../../../parts/facts.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { formatBytes, formatCount, formatThings } from "../../../words/numbers.ts";
import { formatZonedMoment } from "../../../words/times.ts";
import { type Status, useRetention } from "./fetch-status.ts";

export function KeptCell({ books, lastBackup }: Pick<Status, "books" | "lastBackup">) {
  const retention = useRetention();
  return (
    <Cell span={4} title="What is kept">
      <Loaded query={retention} what="The retention" bones="lines">
        {({ rawDays, maxBytes, reportDays }) => (
          <>
            <Facts
              facts={[
                ["Raw records", `for ${formatThings(rawDays, "day")}`],
                ["At most", maxBytes === null ? "no limit" : formatBytes(maxBytes)],
                ["Rows, scores", "no limit"],
                ["Reports", reportDays === null ? "no limit" : `for ${formatThings(reportDays, "day")}`],
                ...(books === null ? [] : bookFacts(books)),
                ["Last backup", describeBackup(lastBackup)],
              ]}
            />
            <p className="note pad-top">
              Settings of the server: <span className="mono">raw_retention_days</span>,{" "}
              <span className="mono">raw_max_bytes</span> and{" "}
              <span className="mono">report_retention_days</span>. Whoever runs the server changes them in{" "}
              <span className="mono">scoring.toml</span>, or with <span className="mono">scoring serve</span>.
            </p>
          </>
        )}
      </Loaded>
    </Cell>
  );
}

function bookFacts(books: NonNullable<Status["books"]>): [string, string][] {
  return [
    ["Held now", formatThings(books.heldRecords, "record")],
    ["Expired", formatCount(books.expiredRecords)],
    ["Purged", formatCount(books.purgedRecords)],
  ];
}

function describeBackup(backup: Status["lastBackup"]): ReactNode {
  if (backup === null)
    return (
      <>
        none: <span className="mono">scoring backup</span>
      </>
    );
  const { madeAt, bytes, missingObjects } = backup;
  const lack = missingObjects === 0 ? "" : `, without ${formatThings(missingObjects, "record file")}`;
  return `${formatZonedMoment(madeAt)}, ${formatBytes(bytes)}${lack}`;
}

/** The repository that a record says it was made in. */
import type { Directory } from "../event.ts";
import { originOf } from "../records/origin.ts";
import type { TelemetryRecord } from "../records/record.ts";
import { textOf } from "../records/unwrap.ts";

const REPOSITORY_KEYS = ["vcs.repository.name", "github.copilot.git.repository"] as const;

/** The repository in the attributes of the record or its resource; none when it is not known. */
export function directoryOf(record: TelemetryRecord, session: string | null): Directory[] {
  const repositories = REPOSITORY_KEYS.map(
    (key) => textOf(record.attributes[key]) ?? textOf(record.resource[key]),
  );
  const repository = repositories.find((name) => name !== null);
  if (repository === undefined) return [];
  const origin = originOf(record, { session, part: "directory" });
  return [{ ...origin, at: origin.startedAt, kind: "directory", path: null, repository }];
}

/** Who read what the caller wrote or sent. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { useCaller } from "../../../frame/session-context.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { MoreButton } from "../../../parts/pager.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { sayRead, sayWho } from "../../../words/audit/say-entry.ts";
import { formatMoment } from "../../../words/times.ts";

const ON_A_PAGE = 10;

/** A cell for whoever is a developer; nothing for a key of nobody. */
export function ReadsCell() {
  const { developer } = useCaller();
  return developer === null ? null : <Reads />;
}

function Reads() {
  const reads = useReads();
  const rows = reads.data?.pages.flatMap((page) => page.reads) ?? [];
  return (
    <Cell span={12} title="Who read your prompts and records">
      <p className="second">
        Each reader has one line an hour. Titles of sessions and quotes in reports are not in it.
      </p>
      <div className="pad-top">
        <Loaded query={reads} what="The list of readers" bones="lines">
          {() =>
            rows.length === 0 ? (
              <p className="state second">Nobody has read them.</p>
            ) : (
              <>
                <Table
                  label="Readers"
                  rows={rows}
                  keyOf={({ at, reader, route }) => [at, reader.name, route].join(" ")}
                  columns={COLUMNS}
                />
                <p className="actions">
                  <MoreButton pages={reads} />
                </p>
              </>
            )
          }
        </Loaded>
      </div>
    </Cell>
  );
}

function useReads() {
  return useInfiniteQuery({
    queryKey: ["reads"],
    queryFn: ({ pageParam }) => {
      const query = { limit: ON_A_PAGE };
      return ask(
        api.v1.session.reads.get({ query: pageParam === null ? query : { ...query, cursor: pageParam } }),
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: false,
  });
}

type ReadRow = NonNullable<ReturnType<typeof useReads>["data"]>["pages"][number]["reads"][number];

const COLUMNS: readonly Column<ReadRow>[] = [
  { title: "Time", cell: ({ at }) => <span className="nowrap">{formatMoment(at)}</span> },
  { title: "Reader", cell: ({ reader }) => sayWho({ actor: reader }) },
  { title: "What", cell: sayRead },
];

/** The books: what came in against what is there, as equations that have to hold. */
import { Cell } from "../../../parts/layout.tsx";
import { Word } from "../../../parts/shape.tsx";
import { Table } from "../../../parts/table.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { formatSeconds } from "../../../words/times.ts";
import type { Status } from "./fetch-status.ts";
import { clockName } from "../../../words/clock.ts";

export function BooksCell({ books }: Pick<Status, "books">) {
  if (books === null)
    return (
      <Cell span={12} title="Record accounting">
        <p className="second">Not ready yet: the server has just started.</p>
      </Cell>
    );
  const { watch } = books;
  return (
    <Cell
      span={12}
      title="Record accounting"
      more={
        watch === null
          ? "not checked yet"
          : `checked at ${formatSeconds(watch.checkedAt)} ${clockName(watch.checkedAt)}`
      }
    >
      <Table
        label="Record accounting"
        rows={books.equations}
        keyOf={({ says }) => says}
        columns={[
          { title: "What must be equal", cell: ({ says }) => withSigns(says) },
          { title: "Left", align: "right", cell: ({ left }) => formatCount(left) },
          { title: "Right", align: "right", cell: ({ right }) => formatCount(right) },
          {
            title: "Holds",
            align: "right",
            cell: ({ holds }) => (
              <Word shape={holds ? "tick" : "cross"} tone={holds ? "good" : "bad"}>
                {holds ? "equal" : "not equal"}
              </Word>
            ),
          },
        ]}
      />
      {watch !== null &&
        watch.differences.map((difference) => (
          <p key={difference} className="note">
            {difference}
          </p>
        ))}
    </Cell>
  );
}

/** The server writes equations with what every keyboard has. */
function withSigns(says: string): string {
  return says.replaceAll(" - ", " − ").replace(">=", "≥");
}

/** The books: what came in against what is there, as equations that have to hold. */
import { Heading } from "../../../parts/glossary/term.tsx";
import { Word } from "../../../parts/shape.tsx";
import { Table } from "../../../parts/table.tsx";
import { formatCount, formatThings } from "../../../words/numbers.ts";
import { formatSeconds } from "../../../words/times.ts";
import type { Status } from "./fetch-status.ts";
import { clockName } from "../../../words/clock.ts";

export function Books({ books }: Pick<Status, "books">) {
  return (
    <>
      <h3 className="sub-head">
        <Heading>Record accounting</Heading>
      </h3>
      {books === null ? (
        <p className="second">Not ready yet: the server has just started.</p>
      ) : (
        <Accounts {...books} />
      )}
    </>
  );
}

function Accounts({ watch, equations }: NonNullable<Status["books"]>) {
  const broken = equations.filter(({ holds }) => !holds);
  const kept = equations.filter(({ holds }) => holds);
  return (
    <>
      {broken.length > 0 && <Equations label="Record accounting" equations={broken} />}
      {kept.length > 0 && (
        <details className="as-table">
          <summary>
            {broken.length === 0 && "No record is missing: "}
            {formatThings(kept.length, "equation holds", "equations hold")}
          </summary>
          <Equations label="Equations that hold" equations={kept} />
        </details>
      )}
      {watch?.differences.map((difference) => (
        <p key={difference} className="note">
          {difference}
        </p>
      ))}
      <p className="note">
        {watch === null
          ? "Not checked yet."
          : `Checked at ${formatSeconds(watch.checkedAt)} ${clockName(watch.checkedAt)}.`}
      </p>
    </>
  );
}

type Equation = NonNullable<Status["books"]>["equations"][number];

function Equations({ label, equations }: { label: string; equations: readonly Equation[] }) {
  return (
    <Table
      label={label}
      rows={equations}
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
  );
}

/** The server writes equations with what every keyboard has. */
function withSigns(says: string): string {
  return says.replaceAll(" - ", " − ").replace(">=", "≥");
}

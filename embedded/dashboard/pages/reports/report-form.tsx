/** The form that creates a report: its time range, whom it is about, and whether it has a written summary. */
import { type FormEvent, useState } from "react";
import { RANGES, type Range } from "../../address/range.ts";
import { useCaller } from "../../frame/session-context.ts";
import { NarrativeField } from "../../parts/forms/narrative-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { useMakeReport } from "./fetch-reports.ts";

const CHOICES = RANGES.map((days) => ({ value: days, text: `${days} d`, title: `The last ${days} days` }));

export function ReportForm() {
  const [days, chooseDays] = useState<Range>(30);
  const [developer, chooseDeveloper] = useState("");
  const [narrative, wantNarrative] = useState(false);
  const make = useMakeReport();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate({ days, developer: developer === "" ? null : developer, narrative });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="field">
        <span aria-hidden="true">Window</span>
        <Segments<Range> label="Window" choices={CHOICES} chosen={days} choose={chooseDays} />
        <p className="note">The last {days} days, up to now.</p>
      </div>
      <AboutField value={developer} change={chooseDeveloper} />
      <NarrativeField value={narrative} change={wantNarrative} />
      <ProblemLine problem={make.error} />
      <button type="submit" className="button primary" disabled={make.isPending}>
        {make.isPending ? "Asking…" : "Create the report"}
      </button>
    </form>
  );
}

/** A personal key gets a report about its developer. */
function AboutField({ value, change }: { value: string; change(value: string): void }) {
  const { role, developer } = useCaller();
  if (role !== "admin" && developer !== null)
    return <p className="second">About {developer.name}: your key reads your own work.</p>;
  return <WhoseField name="Whose" everybody="Everybody" value={value} change={change} />;
}

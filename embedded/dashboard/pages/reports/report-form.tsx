/** The form that creates a report: its time range, whom it is about, and whether it has a written summary. */
import { type FormEvent, useState } from "react";
import { useSearch } from "wouter";
import { labelsIn } from "../../address/labels.ts";
import { RANGES, type Range } from "../../address/range.ts";
import { useCaller } from "../../frame/session-context.ts";
import { NarrativeField } from "../../parts/forms/narrative-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { sayLabel } from "../../words/labels.ts";
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
      <LabelsNote />
      <NarrativeField value={narrative} change={wantNarrative} />
      <ProblemLine problem={make.error} />
      <button type="submit" className="button primary" disabled={make.isPending}>
        {make.isPending ? "Asking…" : "Create the report"}
      </button>
    </form>
  );
}

/** The labels of the page are those of a new report; reports that are there are listed whatever theirs are. */
function LabelsNote() {
  const labels = labelsIn(useSearch());
  return (
    labels.length > 0 && (
      <p className="note">Only work with {labels.map(sayLabel).join("; ")}, as chosen above.</p>
    )
  );
}

/** Whoever reads one developer gets a report about that one. */
function AboutField({ value, change }: { value: string; change(value: string): void }) {
  const { role, developer } = useCaller();
  if (role !== "admin" && developer !== null)
    return <p className="second">About {developer.name}: you read your own work.</p>;
  return <WhoseField name="Whose" everybody="Everybody" value={value} change={change} />;
}

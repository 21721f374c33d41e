/** Chooses the time that a page shows: the last days, or the days between two dates. */
import { type FormEvent, useState } from "react";
import { useSearch } from "wouter";
import { type ChosenDays, chosenDaysIn, dayOf, MOST_DAYS, parametersOf } from "../address/chosen-days.ts";
import { RANGES, type Range, rangeIn, useChangeParameters } from "../address/range.ts";
import { TextField } from "../parts/forms/text-field.tsx";
import { Segments } from "../parts/segments.tsx";
import { DAY_MS, formatDay, now } from "../words/times.ts";

const CHOICES = RANGES.map((days) => ({
  value: days as Range,
  text: `${days} d`,
  title: `The last ${days} days`,
}));

export function RangePicker() {
  const search = useSearch();
  const change = useChangeParameters();
  const chosen = chosenDaysIn(search);
  const range = rangeIn(search);
  const choose = (days: Range): void =>
    change({ days: days === 30 ? null : String(days), since: null, until: null, page: null });
  return (
    <>
      <Segments
        label="Time range"
        choices={CHOICES}
        chosen={chosen === null ? range : null}
        choose={choose}
      />
      <Dates key={search} chosen={chosen} days={range} />
    </>
  );
}

/** Closed again when the address has changed. */
function Dates({ chosen, days }: { chosen: ChosenDays | null; days: Range }) {
  const change = useChangeParameters();
  const today = dayOf(now());
  const [typed, type] = useState(chosen ?? { since: dayOf(now() - days * DAY_MS), until: today });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change(parametersOf(typed));
  };
  return (
    <details className="dates">
      <summary className={chosen === null ? "button" : "button chosen"}>
        {chosen === null ? "Dates" : sayDays(chosen)}
      </summary>
      <form className="form dates-form" onSubmit={submit}>
        <TextField
          name="First day"
          type="date"
          required
          min={firstDayFor(typed.until)}
          max={typed.until}
          value={typed.since}
          change={(since) => type({ ...typed, since })}
        />
        <TextField
          name="Last day"
          type="date"
          required
          max={today}
          value={typed.until}
          change={(until) => type({ ...typed, until })}
        />
        <p className="note">Days are UTC; at most {MOST_DAYS} of them.</p>
        <button type="submit" className="button">
          Show
        </button>
      </form>
    </details>
  );
}

function sayDays({ since, until }: ChosenDays): string {
  return since === until ? formatDay(since) : `${formatDay(since)} to ${formatDay(until)}`;
}

/** An emptied field is no day yet. */
function firstDayFor(until: string): string | undefined {
  return until === "" ? undefined : dayOf(Date.parse(until) - (MOST_DAYS - 1) * DAY_MS);
}

/** Which records are listed: of one event, or with a text; both are in the address. */
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Combobox } from "../../parts/combobox/combobox.tsx";
import { eventsOf, type ListedRecord } from "./records-data.ts";

export function Filters({ records }: { records: readonly ListedRecord[] }) {
  const [path, go] = useLocation();
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const event = parameters.get("event") ?? "";
  const text = parameters.get("q") ?? "";
  // a cursor works only with the list that it came from
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    for (const stale of ["cursor", "page", "record"]) next.delete(stale);
    if (value === "") next.delete(name);
    else next.set(name, value);
    go(next.size === 0 ? path : `${path}?${next.toString()}`, { replace: true });
  };
  const events = [...new Set([...eventsOf(records), ...(event === "" ? [] : [event])])].toSorted();
  return (
    <div className="record-filters">
      <Combobox
        label="Event"
        among={events.map((name) => ({ id: name, name }))}
        all="Every event"
        chosen={event === "" ? null : event}
        none="No event on this page has this name."
        choose={(name) => change("event", name ?? "")}
      />
      <Search key={text} text={text} search={(typed) => change("q", typed)} />
    </div>
  );
}

function Search({ text, search }: { text: string; search(typed: string): void }) {
  const [typed, type] = useState(text);
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    search(typed.trim());
  };
  return (
    <form className="record-search" role="search" onSubmit={submit}>
      <input
        className="input"
        type="search"
        aria-label="Text in the records"
        placeholder="Text in the records"
        maxLength={1_000}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <button type="submit" className="button">
        Search
      </button>
    </form>
  );
}

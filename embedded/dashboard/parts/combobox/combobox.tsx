/** Chooses one of many people by typing; a native select of hundreds cannot be searched. */
import { type KeyboardEvent, useId, useState } from "react";
import { formatCount } from "../../words/numbers.ts";
import { type Choosable, MOST_SHOWN, peopleMatching } from "./people-matches.ts";

export interface PeopleBoxProps {
  /** What is chosen, for screen readers. */
  label: string;
  /** By name. */
  people: readonly Choosable[];
  /** What the choice of nobody in particular is called. */
  everybody: string;
  /** An id; null for everybody. */
  chosen: string | null;
  /** What is said where nothing has the typed name. */
  none?: string;
  choose(id: string | null): void;
}

interface Option {
  id: string | null;
  name: string;
}

/** What somebody types; null while the list is closed. */
type Typed = string | null;

export function PeopleBox({ label, none = "No developer has this name.", ...box }: PeopleBoxProps) {
  const list = useId();
  const { typed, type, at, moveTo, options, more, name, take, hear } = useBox(box);
  return (
    <div className="people-box">
      <input
        className="select people-input"
        role="combobox"
        aria-label={label}
        aria-expanded={typed !== null}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={typed === null || options[at] === undefined ? undefined : `${list}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={name}
        value={typed ?? name}
        onClick={() => type(typed ?? "")}
        onBlur={() => type(null)}
        onKeyDown={hear}
        onChange={(event) => {
          // the first letter takes the place of the name that is shown
          type(typed === null ? event.target.value.replace(name, "") : event.target.value);
          moveTo(0);
        }}
      />
      {typed !== null && (
        <PeopleList
          id={list}
          label={label}
          options={options}
          more={more}
          at={at}
          moveTo={moveTo}
          take={take}
          none={none}
        />
      )}
    </div>
  );
}

/** What is typed and chosen, and what the keys do. */
function useBox({ people, everybody, chosen, choose }: Omit<PeopleBoxProps, "label">) {
  const [typed, type] = useState<Typed>(null);
  const [at, moveTo] = useState(0);
  const { options, more } = optionsFor(people, everybody, typed ?? "");
  const name =
    chosen === null ? everybody : (people.find(({ id }) => id === chosen)?.name ?? "Unknown developer");
  const take = (option: Option | undefined): void => {
    if (option !== undefined) choose(option.id);
    type(null);
  };
  const hear = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      type(typed ?? "");
      moveTo(typed === null ? 0 : (at + by + options.length) % Math.max(1, options.length));
    }
    if (event.key === "Enter" && typed !== null) {
      event.preventDefault();
      take(options[at]);
    }
    if (event.key === "Escape") type(null);
  };
  return { typed, type, at, moveTo, options, more, name, take, hear };
}

function optionsFor(
  people: readonly Choosable[],
  everybody: string,
  typed: string,
): { options: Option[]; more: number } {
  const found = peopleMatching(people, typed);
  const shown = found.slice(0, MOST_SHOWN).map(({ id, name }) => ({ id, name }));
  const first = typed.trim() === "" ? [{ id: null, name: everybody }] : [];
  return { options: [...first, ...shown], more: found.length - shown.length };
}

interface PeopleListProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** How many are not listed. */
  more: number;
  at: number;
  moveTo(index: number): void;
  take(option: Option): void;
  none: string;
}

function PeopleList({ id, label, options, more, at, moveTo, take, none }: PeopleListProps) {
  return (
    <div className="people-list">
      <div id={id} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          <div
            key={option.id ?? ""}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseEnter={() => moveTo(index)}
            // before the input loses the focus, which closes the list
            onMouseDown={(event) => {
              event.preventDefault();
              take(option);
            }}
          >
            {option.name}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="note">{none}</p>}
      {more > 0 && <p className="note">{formatCount(more)} more: type a name.</p>}
    </div>
  );
}

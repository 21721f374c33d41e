/** Chooses one of many by typing: people, models, events. A native select of hundreds cannot be searched. */
import { type KeyboardEvent, useId, useState } from "react";
import { formatCount } from "../../words/numbers.ts";
import { type Choosable, matching, MOST_SHOWN } from "./matches.ts";

export interface ComboboxProps {
  /** What is chosen, for screen readers. */
  label: string;
  /** The id of the input, where a label on the page names it. */
  id?: string | undefined;
  /** By name. */
  among: readonly Choosable[];
  /** What the choice of none in particular is called; null where one of them is always chosen. */
  all: string | null;
  /** An id; null for none in particular. */
  chosen: string | null;
  /** What the chosen one is called where it is not among them. */
  unlisted?: string;
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

export function Combobox({ label, id, none = "No developer has this name.", ...box }: ComboboxProps) {
  const list = useId();
  const { typed, type, at, moveTo, options, more, name, take, hear } = useBox(box);
  return (
    <div className="combobox">
      <input
        id={id}
        className="select combobox-input"
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
        <OptionList
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
function useBox({
  among,
  all,
  chosen,
  unlisted = "Unknown developer",
  choose,
}: Omit<ComboboxProps, "label" | "id" | "none">) {
  const [typed, type] = useState<Typed>(null);
  const [at, moveTo] = useState(0);
  const { options, more } = optionsFor(among, all, typed ?? "");
  const name = chosen === null ? (all ?? "") : (among.find(({ id }) => id === chosen)?.name ?? unlisted);
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
  among: readonly Choosable[],
  all: string | null,
  typed: string,
): { options: Option[]; more: number } {
  const found = matching(among, typed);
  const shown = found.slice(0, MOST_SHOWN).map(({ id, name }) => ({ id, name }));
  const first = all !== null && typed.trim() === "" ? [{ id: null, name: all }] : [];
  return { options: [...first, ...shown], more: found.length - shown.length };
}

interface OptionListProps {
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

function OptionList({ id, label, options, more, at, moveTo, take, none }: OptionListProps) {
  return (
    <div className="combobox-list">
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

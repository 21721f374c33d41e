/** The palette: type a few letters, press Enter. It opens with Ctrl K, and with a slash. */
import { type KeyboardEvent, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import { useModal } from "../parts/forms/use-modal.ts";
import { type Entry, useEntries } from "./palette-entries.ts";
import { bestMatches } from "./palette-matches.ts";

export interface PaletteProps {
  close(): void;
  showKeys(): void;
}

export function Palette({ close, showKeys }: PaletteProps) {
  const { dialog, leave } = useModal(close);
  const [typed, type] = useState("");
  const [at, moveTo] = useState(0);
  const { first, all, byId, byWords } = useEntries(typed, showKeys);
  const found =
    typed.trim() === "" ? bestMatches(first, "") : [...bestMatches(all, typed), ...byId(typed), ...byWords];
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.run();
  };
  const hear = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(found[at]);
    if (by === undefined) return;
    event.preventDefault();
    moveTo((at + by + found.length) % Math.max(1, found.length));
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Search or jump" onCancel={leave}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] === undefined ? undefined : `palette-${at}`}
        aria-label="Search or jump"
        placeholder="A page, a person, a session, a prompt, a word, an id"
        // the dialog was opened to type
        autoFocus
        value={typed}
        onKeyDown={hear}
        onChange={(event) => {
          type(event.target.value);
          moveTo(0);
        }}
      />
      <Found found={found} at={at} moveTo={moveTo} run={run} />
    </dialog>
  );
}

interface FoundProps {
  found: readonly Entry[];
  at: number;
  moveTo(index: number): void;
  run(entry: Entry): void;
}

function Found({ found, at, moveTo, run }: FoundProps) {
  if (found.length === 0) return <p className="palette-none">No matches.</p>;
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label="Found">
      {found.map((entry, index) => (
        <button
          key={entry.id}
          id={`palette-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          data-kind={entry.kind}
          onMouseEnter={() => moveTo(index)}
          onClick={() => run(entry)}
        >
          <Icon name={entry.icon} />
          <span className="palette-name">{entry.name}</span>
        </button>
      ))}
    </div>
  );
}

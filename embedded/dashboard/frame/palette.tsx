/** The palette: type a few letters, press Enter. It opens with Ctrl K. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { developerAddress } from "../address/developer-address.ts";
import { useRange, withRange } from "../address/range.ts";
import { useDevelopers } from "../api/developers.ts";
import { useSignOut } from "../api/session.ts";
import { PAGES } from "../page-list.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { sectionsFor } from "../pages/settings/settings-sections.ts";
import { bestMatches } from "./palette-matches.ts";
import { useCaller } from "./session-context.ts";
import { chooseTheme, THEMES } from "./theme.ts";

interface Entry {
  /** People may have the same name. */
  id: string;
  name: string;
  icon: IconName;
  run(): void;
}

export function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, type] = useState("");
  const [at, moveTo] = useState(0);
  const found = bestMatches(useEntries(), typed);
  useEffect(() => dialog.current?.showModal(), []);
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
    <dialog ref={dialog} className="palette" aria-label="Search or jump" onClose={close}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] === undefined ? undefined : `palette-${at}`}
        aria-label="Search or jump"
        placeholder="A page, a developer, a theme"
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
          onMouseEnter={() => moveTo(index)}
          onClick={() => run(entry)}
        >
          <Icon name={entry.icon} />
          {entry.name}
        </button>
      ))}
    </div>
  );
}

function useEntries(): Entry[] {
  const [, go] = useLocation();
  const range = useRange();
  const { role } = useCaller();
  const signOut = useSignOut();
  const developers = useDevelopers().data ?? [];
  const pages = PAGES.flatMap(({ address, place }): Entry[] =>
    place === null || (place.adminOnly === true && role !== "admin")
      ? []
      : [{ id: address, name: place.name, icon: place.icon, run: () => go(withRange(address, range)) }],
  );
  const settings = sectionsFor(role)
    .filter(({ address }) => address !== "/settings")
    .map(({ name, address }): Entry => ({
      id: address,
      name: `Settings: ${name}`,
      icon: "settings",
      run: () => go(withRange(address, range)),
    }));
  const people = developers.map(({ id, name }): Entry => ({
    id,
    name,
    icon: "person",
    run: () => go(withRange(developerAddress(id), range)),
  }));
  const themes = THEMES.map((theme): Entry => ({
    id: theme,
    name: `Theme: ${theme}`,
    icon: "theme",
    run: () => chooseTheme(theme),
  }));
  return [
    ...pages,
    ...settings,
    ...people,
    ...themes,
    { id: "sign out", name: "Sign out", icon: "leave", run: () => signOut.mutate() },
  ];
}

/** Sidebar and sheet; on a phone a bar with a menu and the sheet. */
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useRange, withRange } from "../address/range.ts";
import type { PageAddress } from "../addresses.ts";
import { useBaselines } from "../api/baselines.ts";
import { HeldAgainst, HeldSince } from "../charts/held-against.ts";
import { Icon, Mark } from "../parts/icon.tsx";
import { KeysShown } from "./keys-shown.tsx";
import { useOwnPages } from "./own-pages.ts";
import { Palette } from "./palette.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { ServerGone } from "./server-gone.tsx";
import { Sidebar } from "./sidebar.tsx";

export function Frame({ children }: { children: ReactNode }) {
  const [isPaletteOpen, openPalette] = useState(false);
  const [path] = useLocation();
  const baselines = useBaselines().data;
  // where it was opened: on the next page it is closed, and stays so on the way back
  const [menuOpenAt, openMenu] = useState<string | null>(null);
  const isMenuOpen = menuOpenAt === path;
  if (menuOpenAt !== null && !isMenuOpen) openMenu(null);
  const [areKeysShown, showKeys] = useState(false);
  const go = useGo();
  useShortcuts({ search: () => openPalette(true), showKeys: () => showKeys(true), go });
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar
        isMenuOpen={isMenuOpen}
        toggleMenu={() => openMenu(isMenuOpen ? null : path)}
        openPalette={() => openPalette(true)}
      />
      <div className={isMenuOpen ? "frame with-menu" : "frame"}>
        <Sidebar openPalette={() => openPalette(true)} />
        <main className="sheet" id="main" tabIndex={-1}>
          <ServerGone />
          <HeldAgainst value={baselines?.baseline}>
            <HeldSince value={baselines?.learnedAt ?? null}>{children}</HeldSince>
          </HeldAgainst>
        </main>
      </div>
      {isPaletteOpen && <Palette close={() => openPalette(false)} showKeys={() => showKeys(true)} />}
      {areKeysShown && <KeysShown close={() => showKeys(false)} />}
    </>
  );
}

interface BarProps {
  isMenuOpen: boolean;
  toggleMenu(): void;
  openPalette(): void;
}

/** What a phone has in place of the sidebar. */
function Bar({ isMenuOpen, toggleMenu, openPalette }: BarProps) {
  return (
    <header className="bar">
      <span className="brand">
        <Mark />
        scoring
      </span>
      <span className="right">
        <button type="button" className="icon-button" aria-label="Search or jump" onClick={openPalette}>
          <Icon name="search" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Menu"
          aria-expanded={isMenuOpen}
          onClick={toggleMenu}
        >
          <Icon name={isMenuOpen ? "close" : "menu"} />
        </button>
      </span>
    </header>
  );
}

/** Opens a page that the caller finds in the sidebar, with the chosen window of time. */
function useGo(): (address: PageAddress) => void {
  const [, go] = useLocation();
  const range = useRange();
  const pages = useOwnPages();
  return (address) => {
    if (pages.some((page) => page.address === address)) go(withRange(address, range));
  };
}

/** Sidebar and sheet; on a phone a bar with a menu and the sheet. */
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useBaselines } from "../api/baselines.ts";
import { HeldAgainst } from "../charts/held-against.ts";
import { Icon, Mark } from "../parts/icon.tsx";
import { Palette } from "./palette.tsx";
import { Sidebar } from "./sidebar.tsx";

export function Frame({ children }: { children: ReactNode }) {
  const [isPaletteOpen, openPalette] = useState(false);
  const [path] = useLocation();
  const baseline = useBaselines().data?.baseline;
  // where it was opened: on the next page it is closed, and stays so on the way back
  const [menuOpenAt, openMenu] = useState<string | null>(null);
  const isMenuOpen = menuOpenAt === path;
  if (menuOpenAt !== null && !isMenuOpen) openMenu(null);
  useShortcut(() => openPalette(true));
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <span className="brand">
          <Mark />
          scoring
        </span>
        <span className="right">
          <button
            type="button"
            className="icon-button"
            aria-label="Search or jump"
            onClick={() => openPalette(true)}
          >
            <Icon name="search" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Menu"
            aria-expanded={isMenuOpen}
            onClick={() => openMenu(isMenuOpen ? null : path)}
          >
            <Icon name={isMenuOpen ? "close" : "menu"} />
          </button>
        </span>
      </header>
      <div className={isMenuOpen ? "frame with-menu" : "frame"}>
        <Sidebar openPalette={() => openPalette(true)} />
        <main className="sheet" id="main" tabIndex={-1}>
          <HeldAgainst value={baseline}>{children}</HeldAgainst>
        </main>
      </div>
      {isPaletteOpen && <Palette close={() => openPalette(false)} />}
    </>
  );
}

/** Ctrl K, and ⌘ K on a Mac. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  });
}

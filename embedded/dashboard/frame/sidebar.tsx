/** The sidebar: the pages there are, whether records arrive, and who is signed in. */
import { useSyncExternalStore } from "react";
import { Link, useRoute } from "wouter";
import { useRange, withRange } from "../address/range.ts";
import { callerName, type Session, useSignOut } from "../api/session.ts";
import { Icon, Mark } from "../parts/icon.tsx";
import { browserZone, chooseClock, keptClock, onClockChange } from "./clock-choice.ts";
import { type PlacedPage, useOwnPages } from "./own-pages.ts";
import { Receiving } from "./receiving.tsx";
import { useCaller } from "./session-context.ts";
import { clockName } from "../words/clock.ts";
import { now } from "../words/times.ts";
import { chooseTheme, keptTheme, onThemeChange, themeAfter } from "./theme.ts";

export function Sidebar({ openPalette }: { openPalette: () => void }) {
  const { organization } = useCaller();
  const shown = useOwnPages();
  const inGroup = (group: "work" | "server") => shown.filter(({ place }) => place.group === group);
  return (
    <aside className="side" aria-label="Sidebar">
      <div className="brand">
        <Mark />
        scoring
        <span className="organization">{organization.name}</span>
      </div>
      <button type="button" className="jump" onClick={openPalette}>
        <Icon name="search" />
        Search or jump
        <kbd>Ctrl K</kbd>
      </button>
      <nav className="nav" aria-label="Pages">
        {inGroup("work").map((page) => (
          <PageLink key={page.address} {...page} />
        ))}
        <div className="nav-name">Server</div>
        {inGroup("server").map((page) => (
          <PageLink key={page.address} {...page} />
        ))}
        <a href="/docs">
          <Icon name="docs" />
          Docs
        </a>
      </nav>
      <div className="side-foot">
        <Receiving />
        <ClockSwitch />
        <Person />
      </div>
    </aside>
  );
}

function PageLink({ address, place }: PlacedPage) {
  const range = useRange();
  // a page that others lead to from a list belongs to that list
  const [isInside] = useRoute(address === "/" ? address : `${address}/*?`);
  const [isDeveloper] = useRoute("/developers/*?");
  const isHere = isInside || (address === "/team" && isDeveloper);
  return (
    <Link href={withRange(address, range)} aria-current={isHere ? "page" : undefined}>
      <Icon name={place.icon} />
      {place.name}
    </Link>
  );
}

/** Nothing where this browser's clock is UTC. */
function ClockSwitch() {
  const clock = useSyncExternalStore(onClockChange, keptClock);
  if (browserZone() === "UTC") return null;
  const [says, other] = clock === "utc" ? (["UTC", "local"] as const) : ([clockName(now()), "utc"] as const);
  return (
    <div>
      Times in {says}.{" "}
      <button type="button" className="text-button" onClick={() => chooseClock(other)}>
        {other === "utc" ? "Show UTC" : "Show local time"}
      </button>
    </div>
  );
}

function Person() {
  const session = useCaller();
  const signOut = useSignOut();
  const theme = useSyncExternalStore(onThemeChange, keptTheme);
  const name = callerName(session);
  return (
    <div className="person">
      <span className="initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <Who session={session} name={name} />
      <button
        type="button"
        className="icon-button"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={() => chooseTheme(themeAfter(theme))}
      >
        <Icon name="theme" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => signOut.mutate()}
      >
        <Icon name="leave" />
      </button>
    </div>
  );
}

/** Leads whoever has an account to their account. */
function Who({ session: { account, role }, name }: { session: Session; name: string }) {
  const range = useRange();
  if (account === null)
    return (
      <span className="who" title={`Signed in with a key: ${name}`}>
        <span>{name}</span>
        <span>{role} key</span>
      </span>
    );
  return (
    <Link
      className="who"
      href={withRange("/settings/account", range)}
      title={`Signed in as ${account.email}`}
    >
      <span>
        <span className="visually-hidden">Signed in as </span>
        {name}
      </span>
      <span>{role}</span>
    </Link>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== "");
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? "")
    .join("");
}

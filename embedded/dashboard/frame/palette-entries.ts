/** What the palette finds: pages, people, sessions, ids, words of the glossary, actions, and prompts by their words. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { developerAddress } from "../address/developer-address.ts";
import { promptAddress } from "../address/prompt-address.ts";
import { ALL_TIME, useRange, withRange } from "../address/range.ts";
import { hitAddress, searchAddress } from "../address/search-address.ts";
import { sessionAddress } from "../address/session-address.ts";
import { ask } from "../api/ask.ts";
import { api } from "../api/client.ts";
import { useDevelopers } from "../api/developers.ts";
import { isQuestion, useFirstHits } from "../api/search.ts";
import { useSignOut } from "../api/session.ts";
import type { IconName } from "../parts/icon.tsx";
import { sectionsFor } from "../pages/settings/settings-sections.ts";
import { glossaryTerms } from "../words/glossary.ts";
import { now } from "../words/times.ts";
import { useOwnPages } from "./own-pages.ts";
import { recentPages } from "./recent-pages.ts";
import { useCaller } from "./session-context.ts";
import { chooseTheme, THEMES } from "./theme.ts";

/** One line of the palette. */
export interface Entry {
  /** People may have the same name. */
  id: string;
  name: string;
  /** Other words that find it. */
  also?: string;
  /** What it is, behind the name: "session". */
  kind?: string;
  icon: IconName;
  run(): void;
}

/** What is known without a letter, and what a search adds to it. */
export interface Entries {
  first: readonly Entry[];
  all: readonly Entry[];
  /** The session and the prompt with the id that was typed. */
  byId(typed: string): Entry[];
  /** What has the words that were typed, and the page with all of that. */
  byWords: readonly Entry[];
}

/** How many of the newest sessions are searched by their titles. */
const SEARCHED = 200;

/** An id has digits, and no blanks. */
const ID = /^(?=.*\d)[\w.:-]{8,}$/;

export function useEntries(typed: string, showKeys: () => void): Entries {
  const open = useOpen();
  const pages = usePageEntries();
  const work = useWorkEntries();
  const actions = useActionEntries(showKeys);
  const byWords = useWordEntries(typed);
  const [here] = useLocation();
  const recent = recentPages()
    .filter(({ address }) => address.split("?")[0] !== here)
    .map(({ address, title }): Entry => ({
      id: `recent ${address}`,
      name: title,
      kind: "recent",
      icon: "schedules",
      run: () => open(address),
    }));
  const terms = glossaryTerms().map((term): Entry => ({
    id: `term ${term.name}`,
    name: term.name,
    also: term.aliases.join(" "),
    kind: "what it means",
    icon: "docs",
    run: () => location.assign(term.address),
  }));
  return {
    first: [...recent.slice(0, 4), ...pages],
    all: [...pages, ...work.people, ...actions, ...terms, ...work.sessions],
    byWords,
    byId: (typed) => (ID.test(typed.trim()) ? entriesOfId(typed.trim(), open) : []),
  };
}

function entriesOfId(id: string, open: (address: string) => void): Entry[] {
  return [
    { id: "by session id", name: `Session ${id}`, icon: "sessions", run: () => open(sessionAddress(id)) },
    { id: "by prompt id", name: `Prompt ${id}`, icon: "prompts", run: () => open(promptAddress(id)) },
  ];
}

/** Opens a page with the chosen window of time. */
function useOpen(): (address: string) => void {
  const [, go] = useLocation();
  const range = useRange();
  return (address) => go(address.includes("days=") ? address : withRange(address, range));
}

function usePageEntries(): Entry[] {
  const open = useOpen();
  const caller = useCaller();
  const pages = useOwnPages().map(({ address, place }): Entry => ({
    id: address,
    name: place.name,
    icon: place.icon,
    run: () => open(address),
  }));
  const settings = sectionsFor(caller)
    .filter(({ address }) => address !== "/settings")
    .map(({ name, address }): Entry => ({
      id: address,
      name: `Settings: ${name}`,
      icon: "settings",
      run: () => open(address),
    }));
  return [...pages, ...settings];
}

/** People, and the newest sessions by their titles. */
function useWorkEntries(): Record<"people" | "sessions", Entry[]> {
  const open = useOpen();
  const developers = useDevelopers().data ?? [];
  const { data } = useQuery({ queryKey: ["palette"], queryFn: readNewestWork, refetchInterval: false });
  return {
    people: developers.map(({ id, name }) => ({
      id,
      name,
      icon: "person",
      run: () => open(developerAddress(id)),
    })),
    sessions: (data ?? []).map(({ sessionId, title }) => ({
      id: `session ${sessionId}`,
      name: title ?? `Session ${sessionId}`,
      kind: "session",
      icon: "sessions",
      run: () => open(sessionAddress(sessionId)),
    })),
  };
}

async function readNewestWork() {
  const query = { from: ALL_TIME, to: new Date(now()).toISOString(), limit: SEARCHED };
  const { sessions } = await ask(api.v1.sessions.get({ query }));
  return sessions;
}

function useWordEntries(typed: string): Entry[] {
  const open = useOpen();
  const hits = useFirstHits(typed);
  if (!isQuestion(typed)) return [];
  const found = hits.map((hit, index): Entry => ({
    id: `hit ${index}`,
    name: hit.excerpt.map(({ text }) => text).join(""),
    kind: hit.kind === "summary" ? "session" : hit.kind,
    icon: hit.kind === "prompt" ? "prompts" : "sessions",
    run: () => open(hitAddress(hit)),
  }));
  const words = typed.trim();
  const all: Entry = {
    id: "all hits",
    name: `Search all prompts and answers for “${words}”`,
    icon: "search",
    run: () => open(searchAddress(words)),
  };
  return [...found, all];
}

function useActionEntries(showKeys: () => void): Entry[] {
  const open = useOpen();
  const { role } = useCaller();
  const signOut = useSignOut();
  const action = (name: string, icon: IconName, run: () => void): Entry => ({ id: name, name, icon, run });
  return [
    action("Create a report", "reports", () => open("/reports")),
    action("Try a prompt", "prompts", () => open("/prompts")),
    action("Search prompts, answers and sessions", "search", () => open("/search")),
    ...(role === "admin" ? [action("Create a key", "settings", () => open("/settings/keys"))] : []),
    ...THEMES.map((theme) => action(`Theme: ${theme}`, "theme", () => chooseTheme(theme))),
    action("Show the keys", "search", showKeys),
    action("Open the docs", "docs", () => location.assign("/docs")),
    action("API reference", "docs", () => location.assign("/reference")),
    action("Sign out", "leave", () => signOut.mutate()),
  ];
}

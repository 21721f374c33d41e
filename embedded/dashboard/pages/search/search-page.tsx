/** Finds prompts, answers and sessions by their words; what is looked for is in the address. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useParameter } from "../../address/range.ts";
import { useWhose, type Whose } from "../../address/whose.ts";
import { isQuestion, useSearch, useSettled } from "../../api/search.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/pager.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatThings } from "../../words/numbers.ts";
import { Hits } from "./hits.tsx";

export function SearchPage() {
  const [asked, ask] = useParameter("q");
  const [whose] = useWhose();
  const q = asked ?? "";
  return (
    <>
      <Head title="Search" tools={<WhosePicker />} hasRange={false} />
      <Row>
        <Cell span={12}>
          <Question q={q} ask={ask} />
          {isQuestion(q) ? <Found q={q} whose={whose} /> : <NothingAsked />}
        </Cell>
      </Row>
    </>
  );
}

interface QuestionProps {
  q: string;
  ask(q: string | null): void;
}

function Question({ q, ask }: QuestionProps) {
  const [typed, type] = useState(q);
  const settled = useSettled(typed);
  const asked = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  // whoever opens this page wants to type
  useEffect(() => input.current?.focus(), []);
  const newestAsk = useRef(ask);
  useEffect(() => {
    newestAsk.current = ask;
  });
  const askFor = (words: string): void => {
    if (words === asked.current) return;
    asked.current = words;
    newestAsk.current(words === "" ? null : words);
  };
  useEffect(() => askFor(settled), [settled]);
  useEffect(() => {
    // the palette can lead here with other words
    if (q === asked.current) return;
    asked.current = q;
    type(q);
  }, [q]);
  return (
    <form
      role="search"
      className="search-form"
      onSubmit={(event) => {
        event.preventDefault();
        askFor(typed);
      }}
    >
      <input
        className="input"
        type="search"
        aria-label="Words to look for"
        placeholder="Words of a prompt, an answer, a title or a summary"
        maxLength={500}
        ref={input}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={moveToFirst}
      />
    </form>
  );
}

function moveToFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  document.querySelector<HTMLAnchorElement>(".hits a")?.focus();
}

function Found({ q, whose }: { q: string; whose: Whose }) {
  const search = useSearch(q, whose);
  const { hasNextPage } = search;
  return (
    <Loaded
      query={search}
      what="What was found"
      bones="lines"
      empty={({ pages }) =>
        pages[0]?.hits.length === 0 ? (
          <Empty title={`Nothing has all the words of “${q}”`}>
            Try fewer words, or only the beginning of the last one. Texts that are withheld cannot be found.
          </Empty>
        ) : null
      }
    >
      {({ pages }) => {
        const hits = pages.flatMap((page) => page.hits);
        return (
          <>
            <p className="note" role="status">
              {formatThings(hits.length, "match", "matches")}
              {hasNextPage ? " so far" : ""}, the newest first
            </p>
            <Hits hits={hits} />
            <MoreButton pages={search} />
          </>
        );
      }}
    </Loaded>
  );
}

function NothingAsked() {
  return (
    <Empty title="Find a prompt, an answer or a session by its words">
      All words must be there, in any order; capitals, accents and signs do not matter. The last word may be
      the beginning of one if nothing has it whole. Pages, people and ids are found with Ctrl K.
    </Empty>
  );
}

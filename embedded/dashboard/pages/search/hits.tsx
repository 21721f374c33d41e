/** The list of what was found, each with the words marked. */
import type { KeyboardEvent } from "react";
import { Link } from "wouter";
import { hitAddress } from "../../address/search-address.ts";
import { sessionAddress } from "../../address/session-address.ts";
import type { SearchHit } from "../../api/search.ts";
import { Icon } from "../../parts/icon.tsx";
import { formatMoment } from "../../words/times.ts";

export function Hits({ hits }: { hits: readonly SearchHit[] }) {
  return (
    <ol className="hits" aria-label="Matches">
      {hits.map((hit, index) => (
        // the same text can be sent twice in one millisecond
        <li key={`${index} ${hit.at}`}>
          <Icon name={hit.kind === "prompt" ? "prompts" : "sessions"} />
          <div>
            <Link className="hit" href={hitAddress(hit)} onKeyDown={moveThroughHits}>
              <Excerpt pieces={hit.excerpt} />
            </Link>
            <p className="hit-place">
              {hit.kind === "answer" && "Answer to "}
              {hit.developer.name} · {formatMoment(hit.at)}
              {hit.turnIndex !== null && (
                <>
                  {" · "}
                  <Link className="to" href={sessionAddress(hit.sessionId, { turn: hit.turnIndex })}>
                    {hit.sessionTitle ?? "its session"}
                  </Link>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Excerpt({ pieces }: { pieces: SearchHit["excerpt"] }) {
  let at = 0;
  return pieces.map(({ text, found }) => {
    at += text.length;
    return found ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
  });
}

/** Arrows move from match to match, and above the first one back to the words. */
function moveThroughHits(event: KeyboardEvent<HTMLAnchorElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const links = [...document.querySelectorAll<HTMLElement>("input[type=search], .hits a.hit")];
  links[links.indexOf(event.currentTarget) + by]?.focus();
}

/** The chapter "coaching": the cards of the window, and whether earlier advice helped. */
import type { Coaching } from "../../../../src/insights/reports/chapters/coaching.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { effectOf } from "../../parts/coach/card-words.ts";
import { directionOf } from "../../words/direction.ts";
import { lowerTitle } from "../../words/inputs.ts";
import { formatScore, formatThings } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import type { Advice, Block, Chapter, Reported } from "../document.ts";
import { pageOf } from "../evidence.ts";

type Report = Reported<{ coaching: Coaching }>;

type Card = Coaching["cards"][number];

export function describeCoaching(report: Report): Chapter {
  const { coaching } = report.chapters;
  const { cards, total, missing } = coaching;
  const rest: Block[] =
    total <= cards.length
      ? []
      : [
          {
            kind: "paragraph",
            rank: "text",
            words: [
              {
                text: `${formatThings(total - cards.length, "more card")} on the page Coaching`,
                page: pageOf("/advisor", report),
              },
            ],
          },
        ];
  return {
    id: "coaching",
    title: "Coaching",
    answer: missing ?? sayCoaching(coaching),
    blocks: [...cards.map(adviceOf), ...rest],
  };
}

function sayCoaching({ total, inputs }: Coaching): string {
  const [most] = inputs;
  const about = most === undefined ? "" : `, most often about ${lowerTitle(most.input)}`;
  return `${formatThings(total, "coaching card")} were written in this time${about}.`;
}

function adviceOf(card: Card): Advice {
  const { title, advice, evidence, developer, input, at, expectation } = card;
  return {
    kind: "advice",
    title,
    about: `${developer.name}, ${lowerTitle(input)}, ${formatDay(at)}`,
    text: advice,
    quotes: evidence.flatMap(({ turnIndex, quote }) =>
      quote === null
        ? []
        : [
            {
              text: quote,
              from: {
                text: `Turn ${turnIndex}`,
                page: sessionAddress(card.sessionId, { turn: turnIndex }),
              },
            },
          ],
    ),
    expectation: sayEffect(card) ?? expectation,
  };
}

/** Returns null as long as nothing is known of it. */
function sayEffect(card: Card): string | null {
  const state = effectOf(card);
  if (state.kind !== "known") return null;
  const { before, after } = state.effect;
  const words = { up: "clearly up", down: "clearly down", same: "no clear change" };
  return `Since then ${lowerTitle(card.input)} went from ${formatScore(before)} to ${formatScore(after)}: ${words[directionOf(state.effect)]}.`;
}

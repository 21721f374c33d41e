/** What was said in a session: its prompts with the answers, folded until somebody opens them. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useParameter } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { CodeBlock } from "../../parts/command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/pager.tsx";
import { formatThings } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";

const ON_A_PAGE = 25;

function readConversation(sessionId: string, cursor: string | null) {
  const query = { limit: ON_A_PAGE, ...(cursor === null ? {} : { cursor }) };
  return ask(api.v1.sessions({ id: sessionId }).conversation.get({ query }));
}

type Said = Awaited<ReturnType<typeof readConversation>>["prompts"][number];

/** Its records are read only once it is opened, or where the address asks for what was said in a turn. */
export function Conversation({ sessionId }: { sessionId: string }) {
  const [said] = useParameter("said");
  const [isOpen, open] = useState(said !== null);
  return (
    <Row>
      <Cell
        span={12}
        title="Conversation"
        more="prompts and answers, as they were sent"
        right={
          <button type="button" className="button small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {isOpen ? "Hide conversation" : "Show conversation"}
          </button>
        }
      >
        {isOpen && <Prompts sessionId={sessionId} said={said} />}
      </Cell>
    </Row>
  );
}

function Prompts({ sessionId, said }: { sessionId: string; said: string | null }) {
  const conversation = useInfiniteQuery({
    queryKey: ["conversation", sessionId],
    queryFn: ({ pageParam }) => readConversation(sessionId, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: false,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = conversation;
  const isRead = data?.pages.some(({ prompts }) => prompts.some((prompt) => isSaidIn(prompt, said))) ?? true;
  const goesOn = said !== null && !isRead && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return (
    <Loaded
      query={conversation}
      what="The conversation"
      bones="lines"
      empty={({ pages }) => (pages[0]?.prompts.length === 0 ? <NothingSaid /> : null)}
    >
      {({ pages }) => {
        const prompts = pages.flatMap((page) => page.prompts);
        return (
          <>
            <p className="note" role="status">
              {formatThings(prompts.length, "prompt")}
              {hasNextPage ? " so far" : ""}, the earliest first
            </p>
            {prompts.every(({ answers }) => answers.length === 0) && <NoAnswers prompts={prompts} />}
            <ol className="conversation">
              {prompts.map((prompt) => (
                <Exchange
                  key={`${prompt.at} ${prompt.promptId}`}
                  prompt={prompt}
                  isSought={isSaidIn(prompt, said)}
                />
              ))}
            </ol>
            <MoreButton pages={conversation} />
          </>
        );
      }}
    </Loaded>
  );
}

function NothingSaid() {
  return (
    <Empty title="No prompt of this session has arrived">
      Its work was done without a prompt, or the agent does not send prompts. Settings, Coverage says what it
      sends.
    </Empty>
  );
}

/** One sentence for all of them: what is the same everywhere is not repeated. */
function NoAnswers({ prompts }: { prompts: readonly Said[] }) {
  const wasRemoved = prompts.some(({ answersMissing }) => answersMissing === "removed");
  return (
    <p className="note">
      {wasRemoved
        ? "Answers are in raw records only, and those of this session have expired."
        : "No answers have arrived. They come from the plugin, or from an agent that is set to send its texts."}
    </p>
  );
}

function isSaidIn({ turnIndex }: Said, said: string | null): boolean {
  return String(turnIndex) === said;
}

function Exchange({ prompt, isSought }: { prompt: Said; isSought: boolean }) {
  const { turnIndex, at, text, answers, answersMissing } = prompt;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView({ block: "center" });
  }, [isSought]);
  return (
    <li ref={place}>
      <details open={isSought}>
        <summary>
          <span className="quiet numbers">{formatTime(at)}</span>{" "}
          <span className={text === null ? "said quiet" : "said"}>
            {text ?? NO_TEXT[prompt.missing ?? "lost"]}
          </span>
          <span className="quiet">
            {answers.length === 0 ? "no answer" : formatThings(answers.length, "answer")}
          </span>
        </summary>
        <div className="exchange">
          {text !== null && (
            <CodeBlock place={`Prompt of turn ${turnIndex}, ${formatTime(at)}`} text={text} />
          )}
          {answers.map((answer, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Answered key={index} answer={answer} />
          ))}
          {answersMissing !== null && <p className="note">{NO_ANSWER[answersMissing]}</p>}
        </div>
      </details>
    </li>
  );
}

function Answered({ answer: { at, text, isCut } }: { answer: Said["answers"][number] }) {
  const time = formatTime(at);
  if (text === null) return <p className="note">The text of the answer at {time} is withheld.</p>;
  return (
    <CodeBlock
      place={`Answer, ${time}${isCut ? ", cut at the longest text that is kept" : ""}`}
      text={text}
    />
  );
}

const NO_TEXT = {
  withheld: "The text is withheld",
  lost: "The text was lost",
} as const;

const NO_ANSWER = {
  not_sent: "No answer to it has arrived.",
  removed: "Raw records of this session have expired, and answers are in them only.",
  unread: "This part of the session has too many records to read here. Its raw records have the answers.",
} as const;

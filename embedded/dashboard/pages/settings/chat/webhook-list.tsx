/** The webhooks: how each is, a test, and the question before one is deleted. */
import { useState } from "react";
import type { ListedWebhook } from "../../../api/webhooks.ts";
import { Empty } from "../../../parts/empty.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { Word } from "../../../parts/shape.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatMoment } from "../../../words/times.ts";
import { useDeleteWebhook, useTestWebhook } from "./fetch-sending.ts";

export function WebhookList({ webhooks }: { webhooks: readonly ListedWebhook[] }) {
  const [asked, askAbout] = useState<ListedWebhook | null>(null);
  if (webhooks.length === 0)
    return (
      <Empty title="No webhooks yet">
        A webhook sends alerts and reports to a program of yours: a pager, a ticket system, another chat tool.
        Each message is signed, so that your program knows that it is from this server.
      </Empty>
    );
  return (
    <>
      <Table label="Webhooks" rows={webhooks} keyOf={({ id }) => id} columns={columnsWith(askAbout)} />
      {asked !== null && <Delete key={asked.id} webhook={asked} close={() => askAbout(null)} />}
    </>
  );
}

function columnsWith(askToDelete: (webhook: ListedWebhook) => void): Column<ListedWebhook>[] {
  return [
    { title: "Webhook", cell: (webhook) => <What webhook={webhook} /> },
    { title: "Last worked", hidesBelow: 720, cell: ({ workedAt }) => <Worked at={workedAt} /> },
    { title: "Does it arrive?", cell: (webhook) => <Test webhook={webhook} /> },
    {
      title: "Remove",
      align: "right",
      cell: (webhook) => (
        <button
          type="button"
          className="button small"
          aria-label={`Delete ${webhook.name}`}
          onClick={() => askToDelete(webhook)}
        >
          Delete
        </button>
      ),
    },
  ];
}

function What({ webhook: { name, origin, lastError } }: { webhook: ListedWebhook }) {
  return (
    <div className="webhook">
      {name}
      <p className="quiet">{origin}</p>
      {lastError !== null && (
        <Word shape="cross" tone="bad">
          {formatMoment(lastError.at)}: {lastError.message}
        </Word>
      )}
    </div>
  );
}

function Worked({ at }: { at: string | null }) {
  return at === null ? <span className="quiet nowrap">not yet</span> : <>{formatMoment(at)}</>;
}

/** What went wrong is in the list, which is read again after each test. */
function Test({ webhook: { id, name } }: { webhook: ListedWebhook }) {
  const test = useTestWebhook(id);
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={`Test ${name}`}
        disabled={test.isPending}
        onClick={() => test.mutate()}
      >
        {test.isPending ? "Sending…" : "Test"}
      </button>
      <ProblemLine problem={test.error} />
      <div role="status">{test.data !== undefined && <Arrived isArrived={test.data.ok} />}</div>
    </>
  );
}

function Arrived({ isArrived }: { isArrived: boolean }) {
  return (
    <Word shape={isArrived ? "tick" : "cross"} tone={isArrived ? "good" : "bad"}>
      {isArrived ? "it arrived" : "it did not arrive"}
    </Word>
  );
}

function Delete({ webhook: { id, name }, close }: { webhook: ListedWebhook; close(): void }) {
  const remove = useDeleteWebhook(id);
  return (
    <Question
      title={`Delete the webhook “${name}”?`}
      verb="Delete the webhook"
      doing={remove.isPending ? "Deleting…" : null}
      problem={remove.error}
      agree={() => remove.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <p>Rules and schedules that send to it fail to send there until you change them.</p>
    </Question>
  );
}

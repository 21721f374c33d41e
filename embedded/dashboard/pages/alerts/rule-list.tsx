/** The rules; each unfolds to where its messages go and what may be done about it. */
import { useState } from "react";
import { useChangeParameters, useParameter } from "../../address/range.ts";
import { Facts } from "../../parts/facts.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Question } from "../../parts/forms/question.tsx";
import { sayPlace } from "../../parts/places/places.ts";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { KINDS, sayPlaces, sayThresholds } from "./alerts-data.ts";
import { type Rule, useDeleteRule, useSwitchRule, useTestRule } from "./fetch-alerts.ts";

export function RuleList({ rules }: { rules: readonly Rule[] }) {
  const [open] = useParameter("rule");
  const change = useChangeParameters();
  return (
    <Table
      label="Rules"
      rows={rules}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      details={{
        nameOf: ({ name }) => `About ${name}`,
        isOpen: ({ id }) => id === open,
        toggle: ({ id }) => change({ rule: id === open ? null : id, edit: null }),
        cell: (rule) => <RuleDetails rule={rule} edit={() => change({ edit: rule.id })} />,
      }}
    />
  );
}

const COLUMNS: readonly Column<Rule>[] = [
  { title: "Rule", cell: ({ name }) => name },
  { title: "Opens at", hidesBelow: 720, cell: (rule) => sayThresholds(rule) },
  { title: "Sent to", cell: (rule) => <SentTo rule={rule} /> },
  { title: "Active", cell: ({ enabled }) => <Active enabled={enabled} /> },
];

function SentTo({ rule }: { rule: Rule }) {
  const [first, ...others] = rule.places;
  if (first === undefined) return <span className="quiet nowrap">only listed</span>;
  return (
    <>
      {sayPlace(first)}
      {others.length > 0 && <span className="quiet nowrap"> and {others.length} more</span>}
    </>
  );
}

function Active({ enabled }: { enabled: boolean }) {
  return (
    <Word shape={enabled ? "dot" : "ring"} tone={enabled ? "good" : "quiet"}>
      {enabled ? "on" : "off"}
    </Word>
  );
}

function RuleDetails({ rule, edit }: { rule: Rule; edit(): void }) {
  return (
    <div className="alert-rule">
      <Facts
        facts={[
          ["Watches", KINDS[rule.kind].name],
          ["Opens at", sayThresholds(rule)],
          ["Sent to", sayPlaces(rule)],
        ]}
      />
      <Actions rule={rule} edit={edit} />
    </div>
  );
}

function Actions({ rule, edit }: { rule: Rule; edit(): void }) {
  const { id, enabled, places } = rule;
  const [isLeaving, setLeaving] = useState(false);
  const [turn, test] = [useSwitchRule(id), useTestRule(id)];
  return (
    <>
      <p className="actions">
        <button type="button" className="button" onClick={edit}>
          Change
        </button>
        <button
          type="button"
          className="button"
          disabled={turn.isPending}
          onClick={() => turn.mutate(!enabled)}
        >
          {enabled ? "Switch off" : "Switch on"}
        </button>
        {places.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {test.isPending ? "Sending…" : "Send a test message"}
          </button>
        )}
        <button type="button" className="button danger" onClick={() => setLeaving(true)}>
          Delete
        </button>
      </p>
      <ProblemLine problem={turn.error ?? test.error} />
      <Tested places={test.data?.places ?? []} />
      {isLeaving && <Delete rule={rule} close={() => setLeaving(false)} />}
    </>
  );
}

type TestedPlaces = NonNullable<ReturnType<typeof useTestRule>["data"]>["places"];

/** The list is there before the test, so that screen readers announce what comes. */
function Tested({ places }: { places: TestedPlaces }) {
  return (
    <ul className="tested" aria-live="polite">
      {places.map(({ place, error }) => (
        <li key={JSON.stringify(place)}>
          <Word shape={error === null ? "tick" : "cross"} tone={error === null ? "good" : "bad"}>
            {sayPlace(place)}: {error ?? "the message arrived"}
          </Word>
        </li>
      ))}
    </ul>
  );
}

function Delete({ rule: { id, name }, close }: { rule: Rule; close(): void }) {
  const change = useChangeParameters();
  const remove = useDeleteRule(id);
  return (
    <Question
      title={`Delete the rule “${name}”?`}
      verb="Delete the rule"
      doing={remove.isPending ? "Deleting…" : null}
      problem={remove.error}
      agree={() => remove.mutate(undefined, { onSuccess: () => change({ rule: null, edit: null }) })}
      close={close}
    >
      <p>Its alerts are closed without a message. You can also switch it off.</p>
    </Question>
  );
}

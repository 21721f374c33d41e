/** The filters of the lists of sessions and tasks: those of the address as words that can be removed, and choices. */
import { useAddressWith, useChangeParameters } from "../../address/range.ts";
import { FLAGS, OUTCOMES, type WorkFilter } from "../../address/work-filter.ts";
import { Link } from "wouter";
import { sayWhich, sayWindow } from "./sessions-data.ts";

export interface WorkFiltersProps {
  list: "sessions" | "tasks";
  filter: WorkFilter;
}

export function WorkFilters({ list, filter }: WorkFiltersProps) {
  const { outcome, flag, counted } = filter;
  return (
    <div className="work-filters">
      <Choice name="outcome" label="Outcome" any="Any outcome" choices={OUTCOME_WORDS} chosen={outcome} />
      {list === "sessions" ? (
        <Choice
          name="flag"
          label="What happened"
          any="Whatever happened"
          choices={FLAG_WORDS}
          chosen={flag}
        />
      ) : (
        <Choice
          name="counted"
          label="Counted"
          any="Counted or not"
          choices={COUNTED_WORDS}
          chosen={counted === null ? null : String(counted)}
        />
      )}
      <Removable list={list} filter={filter} />
    </div>
  );
}

const OUTCOME_WORDS = OUTCOMES.map((name) => [name, `Outcome: ${name}`] as const);
const FLAG_WORDS = FLAGS.map(
  (name) => [name, name === "failed" ? "Something failed" : "With a repair"] as const,
);
const COUNTED_WORDS = [
  ["true", "Counted in scores"],
  ["false", "Too small to be counted"],
] as const;

interface ChoiceProps {
  name: string;
  label: string;
  any: string;
  choices: readonly (readonly [value: string, words: string])[];
  chosen: string | null;
}

function Choice({ name, label, any, choices, chosen }: ChoiceProps) {
  const change = useChangeParameters();
  return (
    <select
      className="select"
      aria-label={label}
      value={chosen ?? ""}
      onChange={({ target }) => change({ [name]: target.value === "" ? null : target.value, page: null })}
    >
      <option value="">{any}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

const NONE = {
  model: null,
  tool: null,
  mcpServer: null,
  otherThan: null,
  costOverUsd: null,
  outcome: null,
  flag: null,
};

/** Filters that a link has set: there is no list to choose them from. */
function Removable({ list, filter }: WorkFiltersProps) {
  const addressWith = useAddressWith();
  const { model, tool, mcpServer, otherThan, costOverUsd, window } = filter;
  const ofSessions = [
    { words: sayWhich({ ...NONE, tool }), without: { tool: null } },
    { words: sayWhich({ ...NONE, mcpServer }), without: { mcp_server: null } },
    { words: sayWhich({ ...NONE, model }), without: { model: null } },
    { words: sayWhich({ ...NONE, otherThan }), without: { other_than: null } },
    { words: sayWhich({ ...NONE, costOverUsd }), without: { cost_over_usd: null } },
  ];
  const ofWindow = { words: window === null ? [] : [sayWindow(window)], without: { from: null, to: null } };
  return [...(list === "sessions" ? ofSessions : []), ofWindow].flatMap(({ words, without }) =>
    words.map((said) => (
      <Link
        key={said}
        className="filter-tag"
        href={addressWith({ ...without, page: null })}
        aria-label={`Remove the filter: ${said}`}
      >
        {said} <span aria-hidden="true">×</span>
      </Link>
    )),
  );
}

/** The filters of the lists of sessions and tasks: those of the address as words that can be removed, and choices. */
import { useAddressWith, useChangeParameters, useRange } from "../../address/range.ts";
import { FLAGS, OUTCOMES, type WorkFilter } from "../../address/work-filter.ts";
import { useWhose } from "../../address/whose.ts";
import { formatUsd } from "../../words/numbers.ts";
import { Link } from "wouter";
import { Combobox } from "../../parts/combobox/combobox.tsx";
import { useModels } from "./fetch-sessions.ts";
import { sayScoredIn, sayWhich, sayWindow } from "./sessions-data.ts";

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
        <>
          <Choice
            name="flag"
            label="What happened"
            any="Whatever happened"
            choices={FLAG_WORDS}
            chosen={flag}
          />
          <ModelChoice chosen={filter.model} />
          <CostChoice chosen={filter.costOverUsd} />
        </>
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

/** The models of the time range, and the one of the address wherever that comes from. */
function ModelChoice({ chosen }: { chosen: string | null }) {
  const [whose] = useWhose();
  const change = useChangeParameters();
  const models = useModels(whose, useRange()).data ?? [];
  const all = chosen === null || models.includes(chosen) ? models : [chosen, ...models];
  return (
    <Combobox
      label="Model"
      among={all.map((model) => ({ id: model, name: model }))}
      all="Any model"
      chosen={chosen}
      none="No model has this name."
      choose={(model) => change({ model, page: null })}
    />
  );
}

const COSTS = [0.1, 1, 5, 20];

function CostChoice({ chosen }: { chosen: number | null }) {
  const all = chosen === null || COSTS.includes(chosen) ? COSTS : [...COSTS, chosen];
  const choices = all
    .toSorted((left, right) => left - right)
    .map((cost) => [String(cost), `Over ${formatUsd(cost)}`] as const);
  return (
    <Choice
      name="cost_over_usd"
      label="Cost"
      any="Any cost"
      choices={choices}
      chosen={chosen === null ? null : String(chosen)}
    />
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
  searched: null,
};

/** Filters that a link has set: there is no list to choose them from. */
function Removable({ list, filter }: WorkFiltersProps) {
  const addressWith = useAddressWith();
  const { tool, mcpServer, otherThan, scoredIn, window } = filter;
  const ofSessions = [
    { words: sayWhich({ ...NONE, tool }), without: { tool: null } },
    { words: sayWhich({ ...NONE, mcpServer }), without: { mcp_server: null } },
    { words: sayWhich({ ...NONE, otherThan }), without: { other_than: null } },
  ];
  const ofTasks = { words: scoredIn === null ? [] : [sayScoredIn(scoredIn)], without: { scored_in: null } };
  const ofWindow = { words: window === null ? [] : [sayWindow(window)], without: { from: null, to: null } };
  return [...(list === "sessions" ? ofSessions : [ofTasks]), ofWindow].flatMap(({ words, without }) =>
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

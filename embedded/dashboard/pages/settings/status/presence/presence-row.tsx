/** Whether everybody is there: people by days, what to fix, and the model calls of each agent by hour. */
import { developerAddress } from "../../../../address/developer-address.ts";
import { readPlace } from "../../../../address/page-place.ts";
import { useParameter, useRange } from "../../../../address/range.ts";
import { HourLanes } from "../../../../charts/presence/hour-lanes.tsx";
import { Strip, StripKey } from "../../../../charts/presence/strip.tsx";
import { Figure } from "../../../../parts/figure.tsx";
import { Go, To } from "../../../../parts/links.tsx";
import { Cell, Row } from "../../../../parts/layout.tsx";
import { Loaded } from "../../../../parts/loaded.tsx";
import { Segments } from "../../../../parts/segments.tsx";
import { type ShapeName, Word } from "../../../../parts/shape.tsx";
import { type Column, Table } from "../../../../parts/table.tsx";
import { TimePager } from "../../../../parts/time-pager.tsx";
import { agentName } from "../../../../words/agents.ts";
import { clockName } from "../../../../words/clock.ts";
import { formatCount, formatThings } from "../../../../words/numbers.ts";
import { formatDay, formatMoment } from "../../../../words/times.ts";
import { type Presence, usePresence, usePresenceCalls } from "./fetch-presence.ts";
import {
  describeStrip,
  filterIn,
  fixesOf,
  lanesOf,
  type PresenceFilter,
  sayPresence,
  stateOf,
  STEP_NAMES,
  stripOf,
} from "./presence-data.ts";

const PAGE_NAMES = ["First page", "Next page"] as const;

export function PresenceRow() {
  const days = useRange();
  const state = filterIn(useParameter("presence")[0]);
  const list = ["presence", days, state ?? ""].join(".");
  const place = readPlace(useParameter("page")[0], list);
  const presence = usePresence({ days, state, place });
  return (
    <Row>
      <Cell span={8} title="Who is there" right={<FilterPicker chosen={state} />}>
        <Loaded query={presence} what="Who is there" bones="lines">
          {(found) => (
            <>
              <p className="presence-says">{sayPresence(found.summary)}</p>
              <People found={found} />
              <TimePager
                before={place?.before ?? 0}
                shown={found.people.length}
                found={found}
                list={list}
                names={PAGE_NAMES}
              />
              <p className="note pad-top">
                Days are UTC. <StripKey steps={STEP_NAMES} />
              </p>
            </>
          )}
        </Loaded>
      </Cell>
      <Cell span={4} title="What to fix">
        <Loaded query={presence} what="What to fix" bones="lines">
          {({ summary }) => <Fixes fixes={fixesOf(summary)} />}
        </Loaded>
      </Cell>
    </Row>
  );
}

const FILTERS = [
  { value: "all", text: "Everybody" },
  { value: "quiet", text: "Quiet" },
  { value: "absent", text: "No work" },
] as const;

function FilterPicker({ chosen }: { chosen: PresenceFilter | null }) {
  const [, change] = useParameter("presence");
  return (
    <Segments
      label="Which people"
      choices={FILTERS}
      chosen={chosen ?? "all"}
      choose={(state) => change(state === "all" ? null : state)}
    />
  );
}

type Person = Presence["people"][number];

function People({ found }: { found: Presence }) {
  if (found.people.length === 0) return <p className="second">Nobody.</p>;
  return (
    <Table
      label="Who is there"
      rows={found.people}
      keyOf={({ developer }) => developer.id}
      columns={columnsFor(found)}
    />
  );
}

const SHAPES: Readonly<Record<ReturnType<typeof stateOf>["tone"], ShapeName>> = {
  good: "dot",
  warn: "half",
  quiet: "ring",
};

function columnsFor({ window }: Presence): readonly Column<Person>[] {
  return [
    {
      title: "Who",
      grows: true,
      cell: ({ developer: { id, name } }) => <To href={developerAddress(id)}>{name}</To>,
    },
    {
      title: "State",
      cell: (person) => {
        const { word, tone } = stateOf(person);
        return (
          <span className="nowrap">
            <Word shape={SHAPES[tone]} tone={tone}>
              {word}
            </Word>
          </span>
        );
      },
    },
    {
      title: `Days to ${formatDay(window.to)}`,
      cell: (person) => {
        const strip = stripOf(person, window);
        return <Strip days={strip} label={describeStrip(strip)} />;
      },
    },
  ];
}

function Fixes({ fixes }: { fixes: ReturnType<typeof fixesOf> }) {
  if (fixes.length === 0) return <p className="second">Nothing: everybody is there, with prompt text.</p>;
  return (
    <ul className="fixes">
      {fixes.map(({ title, detail, address }) => (
        <li key={title}>
          <b>{title}</b>
          <p className="second">{detail}</p>
          <Go href={address}>Show</Go>
        </li>
      ))}
    </ul>
  );
}

/** Hours of more days than these are too narrow to be seen. */
const HOURLY_DAYS = 7;

export function CallsRow() {
  const days = Math.min(HOURLY_DAYS, useRange());
  const calls = usePresenceCalls(days);
  return (
    <Row>
      <Cell span={12} title="Model calls by hour" more={`${formatThings(days, "day")}, by agent`}>
        <Loaded query={calls} what="The model calls" bones="lines">
          {({ hours, from, to }) =>
            hours.length === 0 ? (
              <p className="second">No agent called a model in this time.</p>
            ) : (
              <Figure
                caption="Calls count in the hour in which their turn began. Each lane has its own scale, from 0."
                table={{
                  label: "Model calls by hour",
                  rows: hours.toReversed(),
                  keyOf: ({ hour, agent }) => `${hour} ${agent}`,
                  columns: [
                    { title: "Hour", unit: clockName(to), cell: ({ hour }) => formatMoment(hour) },
                    { title: "Agent", grows: true, cell: ({ agent }) => agentName(agent) },
                    { title: "Calls", align: "right", cell: ({ calls: count }) => formatCount(count) },
                  ],
                }}
              >
                <HourLanes
                  label={`Model calls by hour: ${lanesOf(hours)
                    .map(({ name, total }) => `${name} ${formatCount(total)}`)
                    .join(", ")}`}
                  lanes={lanesOf(hours)}
                  from={Date.parse(from)}
                  to={Date.parse(to)}
                />
              </Figure>
            )
          }
        </Loaded>
      </Cell>
    </Row>
  );
}

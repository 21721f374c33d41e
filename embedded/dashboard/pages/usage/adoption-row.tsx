/** Who works with agents and who stopped, and how the goals of the work ended. */
import { developerAddress } from "../../address/developer-address.ts";
import { Stacked } from "../../charts/stack/stacked.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { formatCount } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import { bucketFor, goalsOf, OUTCOMES, peopleOf } from "./usage-data.ts";
import type { ShownUsage } from "./usage-page.tsx";

export function AdoptionRow({ usage, days, whose }: ShownUsage) {
  const bucket = bucketFor(days);
  const shared = {
    bucket,
    format: formatCount,
    nameOf: (start: string) => `${bucket === "week" ? "Week of " : ""}${formatDay(start)}`,
  };
  return (
    <Row>
      {whose.kind === "everyone" && (
        <Cell span={6} title="People" more={`who worked with an agent, by ${bucket}`}>
          <Stacked name="People" {...shared} buckets={peopleOf(usage, bucket)} titleOf={(name) => name} />
          <dl className="usage-people">
            <People title="New" people={usage.adoption.newcomers} none="nobody" />
            <People title="Gone quiet" people={usage.adoption.quiet} none="nobody" />
          </dl>
        </Cell>
      )}
      <Cell
        span={whose.kind === "everyone" ? 6 : 12}
        title="Goals"
        more={`tasks that are over, by outcome and ${bucket}`}
      >
        <Stacked
          name="Goals by outcome"
          {...shared}
          buckets={goalsOf(usage, bucket)}
          titleOf={(name) => OUTCOME_NAMES[name] ?? name}
          order={OUTCOMES}
        />
      </Cell>
    </Row>
  );
}

const OUTCOME_NAMES: Readonly<Record<string, string>> = {
  reached: "Reached",
  partial: "Partly",
  abandoned: "Abandoned",
  unknown: "Not known",
};

interface PeopleProps {
  title: string;
  people: ShownUsage["usage"]["adoption"]["quiet"];
  none: string;
}

function People({ title, people, none }: PeopleProps) {
  return (
    <div>
      <dt className="quiet">{title}</dt>
      <dd>
        {people.length === 0
          ? none
          : people.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ", "}
                <To href={developerAddress(id)}>{name}</To>
              </span>
            ))}
      </dd>
    </div>
  );
}

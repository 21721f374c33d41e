/** How the scores of a team lie: distributions without names first, then everybody by name. Nobody is ranked. */
import { developerAddress } from "../../address/developer-address.ts";
import { useRange } from "../../address/range.ts";
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Command } from "../../parts/command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { SCORE_NAMES } from "../overview/overview-data.ts";
import { ColumnsCell } from "./columns-cell.tsx";
import { type Team, useTeam } from "./fetch-team.ts";
import { PeopleCell } from "./people-cell.tsx";
import { SpreadCell } from "./spread-cell.tsx";
import { sayTeam } from "./team-data.ts";

export function TeamPage() {
  const days = useRange();
  const { role, developer } = useCaller();
  const mayRead = role === "admin" || developer === null;
  const team = useTeam(days, mayRead);
  return (
    <>
      <Head title="Team" asOf={team.dataUpdatedAt} hasRange={mayRead} />
      {developer !== null && !mayRead ? (
        <OwnWorkAlone id={developer.id} />
      ) : (
        <Loaded
          query={team}
          what="The team"
          bones="chart"
          empty={({ scores }) => (scores.length === 0 ? <Nothing days={days} /> : null)}
        >
          {(found) => <Everybody team={found} />}
        </Loaded>
      )}
    </>
  );
}

function Everybody({ team }: { team: Team }) {
  return (
    <>
      <Answer note={NOTE}>{sayTeam(team.scores)}</Answer>
      <Row>
        {SCORE_NAMES.map((name) => (
          <SpreadCell key={name} name={name} scores={team.scores} />
        ))}
      </Row>
      <Row>
        <ColumnsCell team={team} />
      </Row>
      <Row>
        <PeopleCell team={team} />
      </Row>
    </>
  );
}

const NOTE =
  "Each ring is a developer, without a name. The tinted box holds the middle half of them, its line is the median. " +
  "There is no ranking: work differs, and so do the scores that it can bring.";

function OwnWorkAlone({ id }: { id: string }) {
  return (
    <Cell span={12}>
      <Empty
        title="Your key may not see the team"
        action={<Go href={developerAddress(id)}>Your own page</Go>}
      >
        It belongs to you and reads your own work alone. An administrator sees the team.
      </Empty>
    </Cell>
  );
}

function Nothing({ days }: { days: number }) {
  return (
    <Cell span={12}>
      <Empty title={`No work in these ${days} days`}>
        Choose a longer window, or look whether the agents still send:
      </Empty>
      <Command>scoring doctor</Command>
    </Cell>
  );
}

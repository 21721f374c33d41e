/** How the scores of a team are: without names first, then by name for who may read them. Nobody is ranked. */
import { developerAddress } from "../../address/developer-address.ts";
import { labelsHere } from "../../address/labels.ts";
import { useRange } from "../../address/range.ts";
import { useLedLabels, useReadsOnlyOwn } from "../../api/team.ts";
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { OrganizationMedians } from "../../parts/score/organization-medians.tsx";
import { SCORE_NAMES, sayScores } from "../overview/overview-data.ts";
import { FanCell } from "./fan-cell.tsx";
import { type TeamFound, useFans, useTeam } from "./fetch-team.ts";
import { InputsRow } from "./inputs-row.tsx";
import { NextLines } from "../overview/next-lines.tsx";
import { useNext } from "../overview/fetch-overview.ts";
import { PairsRow } from "./pairs-row.tsx";
import { PeopleCell } from "./people-cell.tsx";
import { SpreadCell } from "./spread-cell.tsx";
import { saySpread, shownSpread } from "./team-data.ts";

export function TeamPage() {
  const days = useRange();
  const { developer } = useCaller();
  const mayReadAll = !useReadsOnlyOwn();
  const ownId = developer?.id ?? null;
  const found = useTeam(days);
  // asked for together with the window's scores, not after them
  const fans = useFans(ownId);
  return (
    <>
      <Head title="Team" asOf={found.dataUpdatedAt} hasRange />
      <Loaded
        query={found}
        what="The team"
        bones="chart"
        empty={({ scores, team }) =>
          scores.length === 0 && team.developers === 0 ? (
            <NoWork title={`No work in these ${days} days`}>Choose a longer time range</NoWork>
          ) : null
        }
      >
        {(team) => <Everybody found={team} fans={fans} days={days} ownId={ownId} mayReadAll={mayReadAll} />}
      </Loaded>
    </>
  );
}

interface EverybodyProps {
  found: TeamFound;
  fans: ReturnType<typeof useFans>;
  days: number;
  ownId: string | null;
  mayReadAll: boolean;
}

function Everybody({ found, fans, days, ownId, mayReadAll }: EverybodyProps) {
  // coaching and what is odd stay with each person and the administrators
  const led = useLedLabels();
  const next = useNext(mayReadAll && led === null ? "everyone" : null, days);
  return (
    <OrganizationMedians team={found.team}>
      <Answer
        lines={next.data != null && <NextLines next={next.data} inputs={found.team.inputs} />}
        note={`${led === null ? "" : `Sessions with ${led.join(" ")} count here. `}${saySpread(found.team)} ${isDrawn(found) ? noteFor(mayReadAll, ownId) : NO_RANKING}`}
      >
        {sayScores({ kind: "everyone", team: found.team }, "The team’s", days)}
      </Answer>
      <Row>
        {SCORE_NAMES.map((name) => (
          <SpreadCell key={name} name={name} found={found} ownId={ownId} mayReadAll={mayReadAll} />
        ))}
      </Row>
      <Row>
        <FanCell fans={fans} />
      </Row>
      {mayReadAll && (
        <Row>
          <PairsRow found={found} days={days} />
        </Row>
      )}
      <Row>
        <InputsRow team={found.team} />
      </Row>
      <Row>{mayReadAll ? <PeopleCell found={found} ownId={ownId} /> : <OthersCell ownId={ownId} />}</Row>
    </OrganizationMedians>
  );
}

/** Whether any score is drawn: under five people none is, so that nothing has to be explained. */
function isDrawn({ team }: TeamFound): boolean {
  return SCORE_NAMES.some((name) => shownSpread(team.scores[name]) !== null);
}

const BOX =
  "The number is the mean of the people with its 80 % interval. In the drawing the tinted box holds the middle half of the people, its line is the median, the thin line leaves out the lowest " +
  "and the highest tenth.";

function noteFor(mayReadAll: boolean, ownId: string | null): string {
  const columns = "Grey columns count tasks per five points.";
  const ownLabels = labelsHere().length === 0 ? [] : [OWN_LABELS];
  if (!mayReadAll) return [columns, "The filled ring is you.", BOX, NO_FEWER, ...ownLabels].join(" ");
  const filled = ownId === null ? "" : "; the filled one is you";
  return `${columns} Each ring is a developer, without a name${filled}. ${BOX} ${NO_RANKING}`;
}

const NO_FEWER = "Nothing is shown for fewer than five people.";

const OWN_LABELS = "Labels filter only your own work here; the team is everybody.";

const NO_RANKING = "There is no ranking: work differs, and so do the scores it can reach.";

function OthersCell({ ownId }: { ownId: string | null }) {
  return (
    <Cell span={12} title="Developers">
      <p className="second">Names and scores of others are not shown to you. Administrators see them.</p>
      {ownId !== null && (
        <p className="pad-top">
          <Go href={developerAddress(ownId)}>Your own page</Go>
        </p>
      )}
    </Cell>
  );
}

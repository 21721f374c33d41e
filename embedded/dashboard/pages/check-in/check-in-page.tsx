/** How content somebody is with the week, once a week, beside the scores of that week. */
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { sayCheckIn, sinceFirst, weekRows } from "./check-in-data.ts";
import { useCheckIn } from "./fetch-check-in.ts";
import { WeeksCell } from "./weeks-cell.tsx";

export function CheckInPage() {
  const { developer } = useCaller();
  const checkIn = useCheckIn(developer?.id ?? null);
  return (
    <>
      <Head title="Check-in" asOf={checkIn.dataUpdatedAt} hasRange={false} />
      <Loaded query={checkIn} what="The check-ins" bones="lines">
        {(found) => {
          const rows = weekRows(found, checkIn.dataUpdatedAt);
          return (
            <>
              <Answer note={WHO_READS}>{sayCheckIn(rows[0], developer !== null)}</Answer>
              <Row>
                <Cell span={4} title="This week">
                  {developer === null ? <ForPeople /> : <AnswerForm row={rows[0]} />}
                </Cell>
                <WeeksCell rows={sinceFirst(rows)} isPerson={developer !== null} />
              </Row>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const WHO_READS =
  "Your answer can be read by whoever holds a key or a sign-in of yours, which an administrator can make, and by " +
  "whoever runs this server. Everybody sees the mean of a week that is over, to the nearest half, where five " +
  "people or more with keys of their own answered. It changes no score.";

function ForPeople() {
  return (
    <p className="second">
      This key belongs to nobody in person. To answer, sign in with a key of your own; an administrator makes
      one under <To href="/settings/keys">Settings, Keys</To>.
    </p>
  );
}

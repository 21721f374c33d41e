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
          const rows = weekRows(found);
          return (
            <>
              <Answer note="Nobody but you sees what you answer, not even an administrator. Everybody sees the mean of a week in which five people or more answered. It changes no score.">
                {sayCheckIn(rows[0], developer !== null)}
              </Answer>
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

function ForPeople() {
  return (
    <p className="second">
      This key belongs to nobody in person. To answer, sign in with a key of your own; an administrator makes
      one under <To href="/settings/keys">Settings, Keys</To>.
    </p>
  );
}

/** How content people are, once a week, next to the scores of that week. */
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { ANSWERS, QUESTION, sayCheckIn, sinceFirst, weekRows } from "./check-in-data.ts";
import { useCheckIn } from "./fetch-check-in.ts";
import { MoodCell } from "./mood-cell.tsx";
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
              <Answer note={WHO_READS}>{sayCheckIn(rows, developer !== null)}</Answer>
              <Row>
                <Cell span={4} title={developer === null ? "What people are asked" : "This week"}>
                  {developer === null ? <ForPeople /> : <AnswerForm row={rows[0]} />}
                </Cell>
                <WeeksCell rows={sinceFirst(rows)} isPerson={developer !== null} />
              </Row>
              <MoodCell rows={rows} isPerson={developer !== null} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const WHO_READS =
  "Your answer is shown only to you: to your account and to keys of your own. Whoever runs the server could still " +
  "read it. Everybody sees the average of a finished week, rounded to the nearest half, if at least five people " +
  "with an account or a personal key answered. It changes no score.";

function ForPeople() {
  return (
    <>
      <p>“{QUESTION}”</p>
      <ol className="check-in-scale">
        {ANSWERS.map(({ value, title }) => (
          <li key={value}>
            <b>{value}</b> {title}
          </li>
        ))}
      </ol>
      <p className="second pad-top">
        This is a shared key. To answer, sign in with an account or a personal key; an administrator creates
        them under <To href="/settings">Settings</To>.
      </p>
    </>
  );
}

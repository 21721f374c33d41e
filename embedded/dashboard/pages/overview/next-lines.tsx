/** The second and third line of a lead's answer: the habit worth most, and what is odd. */
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { useCaller } from "../../frame/session-context.ts";
import { To } from "../../parts/links.tsx";
import type { NextFound } from "./fetch-overview.ts";
import { sayOdd, sayWorth } from "./next-data.ts";

export interface NextLinesProps {
  next: NextFound;
  inputs: Team["inputs"];
}

export function NextLines({ next: { habits, ...odd }, inputs }: NextLinesProps) {
  const worth = sayWorth(habits, inputs);
  const { role } = useCaller();
  // the status, which has them day by day, is for administrators; usage names them too
  const oddities = sayOdd({ ...odd, quietAddress: role === "admin" ? "/settings" : "/usage" });
  return (
    <ul className="next-lines">
      {worth !== null && (
        <li>
          <To href={worth.address}>{worth.text}</To>
        </li>
      )}
      <li>
        {oddities.length === 0 &&
          "Nothing is odd: nobody went quiet, budgets hold, and little time was lost to waiting."}
        {oddities.map(({ text, address }, index) => (
          <span key={text}>
            {index > 0 && " "}
            <To href={address}>{text}</To>
          </span>
        ))}
      </li>
    </ul>
  );
}

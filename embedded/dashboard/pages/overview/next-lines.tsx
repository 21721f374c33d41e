/** The second and third line of a lead's answer: the habit worth most, and what is odd. */
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { To } from "../../parts/links.tsx";
import type { NextFound } from "./fetch-overview.ts";
import { sayOdd, sayWorth } from "./next-data.ts";

export interface NextLinesProps {
  next: NextFound;
  inputs: Team["inputs"];
}

export function NextLines({ next: { habits, ...odd }, inputs }: NextLinesProps) {
  const worth = sayWorth(habits, inputs);
  const oddities = sayOdd(odd);
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

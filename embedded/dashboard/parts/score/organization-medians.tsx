/** Marks the scales of what has no baseline with the median of the organization's people. */
import type { ReactNode } from "react";
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { Medians } from "../../charts/held-against.ts";
import { inputDefinitions } from "../../words/inputs.ts";

export interface OrganizationMediansProps {
  /** undefined as long as it is not known. */
  team: Pick<Team, "scores" | "inputs"> | undefined;
  children: ReactNode;
}

export function OrganizationMedians({ team, children }: OrganizationMediansProps) {
  return <Medians value={mediansOf(team)}>{children}</Medians>;
}

function mediansOf(team: OrganizationMediansProps["team"]): Map<string, { value: number; people: number }> {
  if (team === undefined) return new Map();
  const spreads = [
    { title: "Skill", spread: team.scores.skill },
    ...inputDefinitions().map(({ metric, title }) => ({ title, spread: team.inputs[metric] })),
  ];
  return new Map(
    spreads.flatMap(({ title, spread: { median: value, people } }) =>
      value === null ? [] : [[title, { value, people }] as const],
    ),
  );
}

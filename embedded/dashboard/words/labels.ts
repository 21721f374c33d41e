/** What labels are called. */

const NAMES: Readonly<Record<string, string>> = {
  "team.id": "Team",
  department: "Department",
  cost_center: "Cost centre",
  "vcs.repository.name": "Repository",
};

/** @param name - As agents send it. */
export function labelName(name: string): string {
  return NAMES[name] ?? name;
}

/** "Team: platform", of `team.id:platform`. */
export function sayLabel(label: string): string {
  const colon = label.indexOf(":");
  return `${labelName(label.slice(0, colon))}: ${label.slice(colon + 1)}`;
}

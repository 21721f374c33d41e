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

/** Returns "Team: platform" for `team.id:platform`. */
export function sayLabel(label: string): string {
  const { name, value } = partsOf(label);
  return `${name}: ${value}`;
}

/** Returns "platform" for `team.id:platform`. */
export function labelValue(label: string): string {
  return partsOf(label).value;
}

function partsOf(label: string): { name: string; value: string } {
  const colon = label.indexOf(":");
  return { name: labelName(label.slice(0, colon)), value: label.slice(colon + 1) };
}

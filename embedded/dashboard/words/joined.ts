/** Lists as people say them. */

/** Returns "Speed", "Speed and Skill", "Speed, Skill and Efficiency". */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

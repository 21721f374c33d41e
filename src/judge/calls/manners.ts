/** How a server wants to be asked: compatible servers differ, and say so by refusing a field. */

/** What a request may hold. */
export interface Manners {
  /** How the shape of the answer is asked for: by schema, as any JSON, or only in words. */
  format: "json_schema" | "json_object" | "text";
  limitField: "max_tokens" | "max_completion_tokens";
  /** Whether a temperature of 0 may be asked for. */
  setsTemperature: boolean;
}

/** Understood by most servers; what one does not understand is left out from then on. */
export const USUAL_MANNERS: Manners = {
  format: "json_schema",
  limitField: "max_tokens",
  setsTemperature: true,
};

/** When the text is longer than the model reads, asking for another format changes nothing. */
const TOO_LONG = /context.?(?:length|window|size)|too long|too many tokens/i;

/**
 * The manners to try after a server refused a request as invalid.
 *
 * @param manners - The manners it was asked with, and what it said. What it said is looked at here and goes
 *   nowhere else.
 * @returns null when nothing is left to change.
 */
export function otherManners(manners: Manners, said: string): Manners | null {
  if (TOO_LONG.test(said)) return null;
  if (manners.setsTemperature && said.includes("temperature")) return { ...manners, setsTemperature: false };
  if (manners.limitField === "max_tokens" && said.includes("max_tokens"))
    return { ...manners, limitField: "max_completion_tokens" };
  switch (manners.format) {
    case "json_schema":
      return { ...manners, format: "json_object" };
    case "json_object":
      return { ...manners, format: "text" };
    case "text":
      return null;
  }
}

/** Places that messages go to, as a form has them and as pages say them. */

/** A place as the server has it. */
export interface Place {
  kind: "slack";
  channel: string | null;
}

/** What is typed into a form. */
export interface PlacesDraft {
  /** Ids, separated by commas or blanks. */
  channels: string;
  toWebhook: boolean;
}

export const NO_PLACES: PlacesDraft = { channels: "", toWebhook: false };

export function draftOfPlaces(places: readonly Place[]): PlacesDraft {
  const channels = places.flatMap(({ channel }) => (channel === null ? [] : [channel]));
  return { channels: channels.join(", "), toWebhook: places.some(({ channel }) => channel === null) };
}

export function placesOf({ channels, toWebhook }: PlacesDraft): Place[] {
  const named: (string | null)[] = channelsIn(channels);
  const all = toWebhook ? [...named, null] : named;
  return all.map((channel) => ({ kind: "slack", channel }));
}

/** The ids in what was typed. */
export function channelsIn(typed: string): string[] {
  return typed.split(/[\s,]+/).filter((channel) => channel !== "");
}

/** Adds an id to what was typed; "" adds nothing. */
export function withChannel(typed: string, id: string): string {
  return [...new Set([...channelsIn(typed), ...channelsIn(id)])].join(", ");
}

export function sayPlace({ channel }: Place): string {
  return channel === null ? "Slack, to the webhook’s channel" : `Slack, to ${channel}`;
}

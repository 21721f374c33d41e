/** Places that messages go to, as a form has them and as pages say them. */

/** A place as the server has it; the name of a webhook that was deleted is null. */
export type Place =
  | { kind: "slack"; channel: string | null }
  | { kind: "email"; to: string[] }
  | { kind: "webhook"; id: string; name?: string | null };

/** What is typed into a form. */
export interface PlacesDraft {
  /** Ids, separated by commas or blanks. */
  channels: string;
  /** Whether to the channel of Slack's webhook. */
  toWebhook: boolean;
  /** Addresses, separated by commas or blanks. */
  emails: string;
  /** Ids of other webhooks. */
  webhooks: string[];
}

export const NO_PLACES: PlacesDraft = { channels: "", toWebhook: false, emails: "", webhooks: [] };

export function draftOfPlaces(places: readonly Place[]): PlacesDraft {
  const channels = places.flatMap((place) => (place.kind === "slack" ? [place.channel] : []));
  return {
    channels: channels.filter((channel) => channel !== null).join(", "),
    toWebhook: channels.includes(null),
    emails: places.flatMap((place) => (place.kind === "email" ? place.to : [])).join(", "),
    // one that was deleted cannot be taken away in a form, and the server refuses it
    webhooks: places.flatMap((place) => (place.kind === "webhook" && place.name !== null ? [place.id] : [])),
  };
}

export function placesOf({ channels, toWebhook, emails, webhooks }: PlacesDraft): Place[] {
  const named: (string | null)[] = channelsIn(channels);
  const all = toWebhook ? [...named, null] : named;
  const to = addressesIn(emails);
  return [
    ...all.map((channel) => ({ kind: "slack" as const, channel })),
    ...(to.length === 0 ? [] : [{ kind: "email" as const, to }]),
    ...webhooks.map((id) => ({ kind: "webhook" as const, id })),
  ];
}

/** The e-mail addresses in what was typed. */
export function addressesIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== "");
}

/** The ids in what was typed. */
export function channelsIn(typed: string): string[] {
  return typed.split(/[\s,]+/).filter((channel) => channel !== "");
}

/** Adds an id to what was typed; "" adds nothing. */
export function withChannel(typed: string, id: string): string {
  return [...new Set([...channelsIn(typed), ...channelsIn(id)])].join(", ");
}

/** Gives webhooks of a draft their names. */
export function withNames<Named extends Place>(
  places: readonly Named[],
  webhooks: readonly { id: string; name: string }[],
): Place[] {
  const names = new Map(webhooks.map(({ id, name }) => [id, name]));
  return places.map((place) =>
    place.kind === "webhook" && names.has(place.id) ? { ...place, name: names.get(place.id) } : place,
  );
}

/** Returns "the webhook “Pager”". */
export function sayPlace(place: Place): string {
  switch (place.kind) {
    case "slack":
      return place.channel === null ? "Slack, to the webhook’s channel" : `Slack, to ${place.channel}`;
    case "email":
      return `e-mail to ${place.to.join(", ")}`;
    case "webhook":
      if (place.name === undefined) return "a webhook";
      return place.name === null ? "a webhook that was deleted" : `the webhook “${place.name}”`;
  }
}

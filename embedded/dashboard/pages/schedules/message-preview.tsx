/** What a schedule will send, in the order of the message. */
import { useWebhooks } from "../../api/webhooks.ts";
import { withNames } from "../../parts/places/places.ts";
import { type Draft, sayDestinations, wishOf } from "./schedules-data.ts";

const DAYS = { day: "the day", week: "Monday to Sunday", month: "the first to the last day" } as const;

export function MessagePreview({ draft }: { draft: Draft }) {
  const webhooks = useWebhooks().data ?? [];
  const to = sayDestinations({ destinations: withNames(wishOf(draft).destinations, webhooks) });
  return (
    <section className="message-preview" aria-label="Preview of the message">
      <p className="note">{to === "" ? "Not sent, kept under Reports as" : `Sent ${to} as`}</p>
      <blockquote>
        <p className="strong">
          {draft.name.trim() === "" ? "Weekly report" : draft.name.trim()}: {DAYS[draft.window]}
        </p>
        <p>A sentence that sums up the {draft.window}.</p>
        <p>Speed, Skill and Efficiency, each with its change.</p>
        <p>Spend, time lost, and what is remarkable.</p>
        <p className="go">Read the whole report</p>
      </blockquote>
    </section>
  );
}

/** Chooses webhooks that a message goes to; nothing where there are none. */
import { useWebhooks } from "../../api/webhooks.ts";

export interface WebhookChoicesProps {
  /** Ids. */
  chosen: readonly string[];
  choose(ids: string[]): void;
}

export function WebhookChoices({ chosen, choose }: WebhookChoicesProps) {
  const webhooks = useWebhooks().data ?? [];
  return webhooks.map(({ id, name, origin }) => (
    <label className="check" key={id}>
      <input
        type="checkbox"
        checked={chosen.includes(id)}
        onChange={({ target }) =>
          choose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
        }
      />
      <span>
        Send to the webhook “{name}” <span className="quiet">{origin}</span>
      </span>
    </label>
  ));
}

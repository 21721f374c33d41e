/** Webhooks: those that there are, and a new one. */
import { useWebhooks } from "../../../api/webhooks.ts";
import { Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookList } from "./webhook-list.tsx";

export function WebhooksRow() {
  return (
    <Row>
      <Cell span={8} title="Webhooks" more="to your own programs">
        <Loaded query={useWebhooks()} what="The webhooks" bones="lines">
          {(webhooks) => <WebhookList webhooks={webhooks} />}
        </Loaded>
      </Cell>
      <Cell span={4} title="A new webhook">
        <WebhookForm />
      </Cell>
    </Row>
  );
}

/** What needs attention now, what did before, and the rules that watch for it. */
import { useParameter } from "../../address/range.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { AlertList } from "./alert-list.tsx";
import { openFirst, sayAlerts } from "./alerts-data.ts";
import { type Rule, useAlerts } from "./fetch-alerts.ts";
import { RuleForm } from "./rule-form.tsx";
import { RuleList } from "./rule-list.tsx";

export function AlertsPage() {
  const alerts = useAlerts();
  return (
    <>
      <Head title="Alerts" asOf={alerts.dataUpdatedAt} hasRange={false} />
      <Loaded query={alerts} what="The alerts" bones="lines">
        {({ open, closed, rules }) => (
          <>
            {open.length === 0 ? (
              <Empty title="Nothing needs attention">
                Rules are checked every five minutes. What they find is listed here until it is over, and sent
                to the places of the rule.
              </Empty>
            ) : (
              <Answer note="An alert is over by itself, as soon as its rule no longer finds it.">
                {sayAlerts(open)}
              </Answer>
            )}
            {open.length > 0 && (
              <Row>
                <Cell span={12} title="Now">
                  <AlertList label="Alerts that are not over" alerts={openFirst(open)} />
                </Cell>
              </Row>
            )}
            <Row>
              <Cell span={8} title="Rules" more="checked every five minutes">
                <RuleList rules={rules} />
              </Cell>
              <FormCell rules={rules} />
            </Row>
            {closed.length > 0 && (
              <Row>
                <Cell span={12} title="Over" more="the newest twenty">
                  <AlertList label="Alerts that are over" alerts={closed} />
                </Cell>
              </Row>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function FormCell({ rules }: { rules: readonly Rule[] }) {
  const [asked, edit] = useParameter("edit");
  const edited = rules.find(({ id }) => id === asked) ?? null;
  return (
    <Cell span={4} title={edited === null ? "A new rule" : `Change “${edited.name}”`}>
      <RuleForm key={edited?.id ?? "new"} edited={edited} close={() => edit(null)} />
    </Cell>
  );
}

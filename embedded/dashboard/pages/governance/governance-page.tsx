/** What a month may cost and what calls and sessions may be, held against what was spent. */
import { useCaller } from "../../frame/session-context.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { BudgetForm } from "./budget-form.tsx";
import { BudgetsCell } from "./budgets-cell.tsx";
import { useLimits } from "./fetch-governance.ts";
import { sayLimits } from "./governance-data.ts";
import { GuardrailForm } from "./guardrail-form.tsx";
import { GuardrailsCell } from "./guardrails-cell.tsx";

export function GovernancePage() {
  const limits = useLimits();
  const isAdmin = useCaller().role === "admin";
  return (
    <>
      <Head title="Governance" asOf={limits.dataUpdatedAt} hasRange={false} />
      <Loaded query={limits} what="Budgets and guardrails" bones="lines">
        {(found) => (
          <>
            <Answer note="Nothing is stopped: this page shows what the rules would mean, and enforcement is under development.">
              {sayLimits(found)}
            </Answer>
            <Row>
              <BudgetsCell budgets={found.budgets} from={found.from} isAdmin={isAdmin} />
              <Cell span={4} title="A new budget">
                {isAdmin ? <BudgetForm budgets={found.budgets} /> : <OnlyAdmins />}
              </Cell>
            </Row>
            <Row>
              <GuardrailsCell guardrails={found.guardrails} isAdmin={isAdmin} />
              <Cell span={4} title="A new guardrail">
                {isAdmin ? <GuardrailForm guardrails={found.guardrails} /> : <OnlyAdmins />}
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function OnlyAdmins() {
  return <p className="second">Administrators set them.</p>;
}

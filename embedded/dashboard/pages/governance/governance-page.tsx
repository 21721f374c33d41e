/** Budgets and guardrails, compared with what was spent and used. */
import { useCaller } from "../../frame/session-context.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { BudgetForm } from "./budget-form.tsx";
import { BudgetsCell } from "./budgets-cell.tsx";
import { useLimits } from "./fetch-governance.ts";
import { sayLimits } from "./governance-data.ts";
import { GuardrailForm } from "./guardrail-form.tsx";
import { GuardrailsCell } from "./guardrails-cell.tsx";
import { NewRuleCell } from "./new-rule-cell.tsx";

export function GovernancePage() {
  const limits = useLimits();
  const isAdmin = useCaller().role === "admin";
  return (
    <>
      <Head title="Budgets" asOf={limits.dataUpdatedAt} hasRange={false} />
      <Loaded query={limits} what="Budgets and guardrails" bones="lines">
        {(found) => (
          <>
            <Answer note="Nothing is stopped: budgets and guardrails are shown here, not enforced.">
              {sayLimits(found)}
            </Answer>
            <Row>
              {found.budgets.length > 0 && (
                <BudgetsCell budgets={found.budgets} month={found} isAdmin={isAdmin} />
              )}
              <NewRuleCell
                name="Budgets"
                add="A new budget"
                set={found.budgets.length}
                purpose={BUDGETS_ARE_FOR}
              >
                <BudgetForm budgets={found.budgets} />
              </NewRuleCell>
            </Row>
            <Row>
              {found.guardrails.length > 0 && (
                <GuardrailsCell guardrails={found.guardrails} month={found} isAdmin={isAdmin} />
              )}
              <NewRuleCell
                name="Guardrails"
                add="A new guardrail"
                set={found.guardrails.length}
                purpose={GUARDRAILS_ARE_FOR}
              >
                <GuardrailForm guardrails={found.guardrails} />
              </NewRuleCell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

const BUDGETS_ARE_FOR =
  "A budget is what a calendar month may cost: for everybody together, for one developer, or on one model. Once it is set, this page says how much of it is spent.";

const GUARDRAILS_ARE_FOR =
  "A guardrail says which models calls may use, or what a session may cost. Once it is set, this page counts what broke it.";

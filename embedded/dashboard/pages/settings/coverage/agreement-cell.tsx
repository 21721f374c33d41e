/** How often people agree with the outcomes that were measured. */
import { Cell } from "../../../parts/layout.tsx";
import { sayAgreement } from "./coverage-data.ts";
import type { Coverage } from "./fetch-coverage.ts";

export function AgreementCell({ outcomes }: Pick<Coverage, "outcomes">) {
  return (
    <Cell span={12} title="How tasks ended, measured and said">
      <p>{sayAgreement(outcomes)}</p>
      <p className="note pad-top">No score uses what people say: it could be said to gain points.</p>
    </Cell>
  );
}

/** The baselines of this organization, which every score is compared with. */
import { useParameter } from "../../../address/range.ts";
import { useBaselines } from "../../../api/baselines.ts";
import { useCaller } from "../../../frame/session-context.ts";
import { Callout } from "../../../parts/callout.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { sayFifty } from "../../../words/fifty.ts";
import { SettingsHead } from "../settings-head.tsx";
import { BaselinesForm } from "./baselines-form.tsx";
import { sayBaselines } from "./baselines-data.ts";
import type { Baselines } from "./fetch-baselines.ts";
import { KindsCell } from "./kinds-cell.tsx";
import { RecomputePart } from "./recompute-part.tsx";

export function BaselinesPage() {
  const baselines = useBaselines();
  return (
    <>
      <SettingsHead title="Baselines" asOf={baselines.dataUpdatedAt} />
      <Loaded query={baselines} what="The baselines" bones="lines">
        {(found) => <Shown baselines={found} />}
      </Loaded>
    </>
  );
}

function Shown({ baselines }: { baselines: Baselines }) {
  const [asked, choose] = useParameter("agent");
  const agent = baselines.tokensByAgent.some((found) => found.agent === asked) ? asked : null;
  return (
    <>
      <Answer
        note={`In Speed and Efficiency ${sayFifty(baselines.baseline)}. The first learned version is used for all earlier work too; later versions for work from their day on.`}
      >
        {sayBaselines(baselines)}
      </Answer>
      {baselines.notice !== null && (
        <div className="notices">
          <Callout tone="warn" title="A version that was set is no longer used">
            {baselines.notice}
          </Callout>
        </div>
      )}
      <Row>
        <KindsCell baselines={baselines} agent={agent} choose={choose} />
        <SetCell baselines={baselines} agent={agent} />
      </Row>
    </>
  );
}

function SetCell({ baselines, agent }: { baselines: Baselines; agent: string | null }) {
  const { role } = useCaller();
  return (
    <Cell span={4} title="Set them">
      {role === "admin" ? (
        <>
          <BaselinesForm baselines={baselines} agent={agent} />
          <h3 className="sub-head">Earlier work</h3>
          <RecomputePart />
        </>
      ) : (
        <p className="second">
          Administrators can set baselines; otherwise the server learns them from work.
        </p>
      )}
    </Cell>
  );
}

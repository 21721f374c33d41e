/** The baselines of this organization, which every score is compared with. */
import { useBaselines } from "../../../api/baselines.ts";
import { useCaller } from "../../../frame/session-context.ts";
import { Facts } from "../../../parts/facts.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { sayFifty } from "../../../words/fifty.ts";
import { formatShare } from "../../../words/numbers.ts";
import { SettingsHead } from "../settings-head.tsx";
import { BaselinesForm } from "./baselines-form.tsx";
import { sayBaselines } from "./baselines-data.ts";
import { BucketsCell } from "./buckets-cell.tsx";
import { RecomputePart } from "./recompute-part.tsx";
import type { Baselines } from "./fetch-baselines.ts";

export function BaselinesPage() {
  const baselines = useBaselines();
  const { role } = useCaller();
  return (
    <>
      <SettingsHead title="Baselines" asOf={baselines.dataUpdatedAt} />
      <Loaded query={baselines} what="The baselines" bones="lines">
        {(found) => (
          <>
            <Answer
              note={`In Speed and Efficiency ${sayFifty(found.baseline)}. The first learned version is used for all earlier work too; later versions for work from their day on.`}
            >
              {sayBaselines(found)}
            </Answer>
            <Row>
              <BucketsCell baselines={found} />
              <Cell span={4} title="For work of every size">
                <Usual baselines={found} />
                <h3 className="sub-head">Set them</h3>
                {role === "admin" ? (
                  <>
                    <BaselinesForm baselines={found} />
                    <h3 className="sub-head">Earlier work</h3>
                    <RecomputePart />
                  </>
                ) : (
                  <p className="second">
                    Administrators can set baselines; otherwise the server learns them from work.
                  </p>
                )}
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function Usual({ baselines: { qrReference, repairShare, m } }: { baselines: Baselines }) {
  return (
    <Facts
      facts={[
        ["Quality retention", `${qrReference.toFixed(1)} of 100`],
        ["Repair turns", `${formatShare(repairShare)} of turns`],
        ["Middle of Efficiency", m.toFixed(3).replace("-", "−")],
      ]}
    />
  );
}

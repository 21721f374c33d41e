/** What each detector found, in hours; each leads to its episodes. */
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";
import { useAddressWith } from "../../address/range.ts";
import { Stat, Stats } from "../../parts/stat.tsx";
import { quantityOfDuration } from "../../words/numbers.ts";
import { DETECTOR_NAMES, type DetectorName, sayDetector } from "./throttle-data.ts";

const HOUR_MS = 3_600_000;

export function HoursRow({ answer }: { answer: ThrottleAnswer }) {
  const addressWith = useAddressWith();
  return (
    <Stats>
      {Object.entries(DETECTOR_NAMES).map(([name, title]) => {
        const detector = name as DetectorName;
        const { hoursLost } = answer.summary.byDetector[detector];
        return (
          <Stat
            key={detector}
            name={title}
            {...lostOf(hoursLost)}
            address={addressWith({ detector, days: null })}
            note={sayDetector(answer, detector)}
          />
        );
      })}
    </Stats>
  );
}

function lostOf(hours: number | null): { number: string | null; unit: string } {
  if (hours === null) return { number: null, unit: "h" };
  return hours === 0 ? { number: "0", unit: "h" } : quantityOfDuration(hours * HOUR_MS);
}

/** The lane of trouble: failed calls as diamonds, failed tools as crosses, what a person rejected as triangles. */
import type { Cluster } from "../../../charts/spans.ts";
import { type Drawn, LANES } from "./lanes.ts";

const MIDDLE = LANES.trouble.top + LANES.trouble.height / 2;

/** Each mark around 0 0. */
const MARKS = {
  diamond: "M0 -6 6 0 0 6 -6 0Z",
  triangle: "M0 -6 6 5H-6Z",
  cross: "M-4 -4 4 4M4 -4 -4 4",
} as const;

export function Trouble({ drawn }: { drawn: Drawn }) {
  return (
    <>
      <Marks mark="cross" clusters={drawn.failedTools} />
      <Marks mark="triangle" clusters={drawn.rejections} />
      <Marks mark="diamond" clusters={drawn.failedCalls} />
    </>
  );
}

function Marks({ mark, clusters }: { mark: keyof typeof MARKS; clusters: readonly Cluster[] }) {
  return clusters.map(({ x, count }) => (
    <g key={x} transform={`translate(${x} ${MIDDLE})`}>
      <path className={`mark-${mark}`} d={MARKS[mark]} />
      {count > 1 && (
        <text x={9} y={4}>
          {count}
        </text>
      )}
    </g>
  ));
}

/** What the marks and colours mean. */
export function Legend() {
  return (
    <ul className="legend">
      <li>
        <Key className="fill-call" d="M0 2h14v6H0Z" /> model call
      </li>
      <li>
        <Key className="fill-tool" d="M0 2h14v6H0Z" /> tool
      </li>
      <li>
        <Key className="mark-diamond" d="M7 -1 13 5 7 11 1 5Z" /> failed call
      </li>
      <li>
        <Key className="mark-cross" d="M3 1 11 9M11 1 3 9" /> failed tool
      </li>
      <li>
        <Key className="mark-triangle" d="M7 -1 13 10H1Z" /> rejected
      </li>
    </ul>
  );
}

function Key({ className, d }: { className: string; d: string }) {
  return (
    <svg className="key" width={14} height={10} viewBox="0 0 14 10" aria-hidden="true">
      <path className={className} d={d} />
    </svg>
  );
}

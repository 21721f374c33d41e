/** The lane of the context: how full it was after each call; and where it was emptied. */
import { formatShare } from "../../../words/numbers.ts";
import { BOTTOM, contextY, type Drawn, LANES, type View } from "./lanes.ts";

/** Where the context is worth a reset, as CRR counts it. */
const FULL = [0.6, 0.8];

export interface ContextLaneProps {
  drawn: Drawn;
  view: View;
  isNarrow: boolean;
}

export function ContextLane({ drawn, view, isNarrow }: ContextLaneProps) {
  const { context } = drawn;
  if (context === null)
    return (
      <text x={view.left} y={BOTTOM - 12}>
        {isNarrow
          ? "Context: not known"
          : "The context is not known: the price table does not say how much the model can read"}
      </text>
    );
  return (
    <>
      {FULL.map((share) => (
        <FullLine key={share} share={share} view={view} isNarrow={isNarrow} />
      ))}
      <path className="context-area" d={context.area} />
      <path className="context-line" d={context.line} />
    </>
  );
}

function FullLine({ share, view, isNarrow }: { share: number; view: View; isNarrow: boolean }) {
  const y = contextY(share);
  return (
    <>
      <line className="rule strong dotted" x1={view.left} x2={view.right} y1={y} y2={y} />
      {!isNarrow && (
        <text x={view.left - 6} y={y + 4} textAnchor="end">
          {formatShare(share)}
        </text>
      )}
    </>
  );
}

/** Closer than this, the words would be on each other. */
const LABEL_PX = 120;

/** Where the context was emptied; drawn last, so that no line crosses the words. */
export function Resets({ drawn: { resets }, view, isNarrow }: ContextLaneProps) {
  let labelled = -Infinity;
  const shown = resets.map((reset) => {
    const hasLabel = !isNarrow && reset.x - labelled > LABEL_PX;
    if (hasLabel) labelled = reset.x;
    return { ...reset, hasLabel };
  });
  return shown.map(({ x, words, hasLabel }) => {
    const isLeft = x > (view.left + view.right) / 2;
    return (
      <g key={x}>
        <line className="reset" x1={x} x2={x} y1={LANES.context.top} y2={BOTTOM} />
        {hasLabel && (
          <text
            className="name reset-name"
            x={isLeft ? x - 6 : x + 6}
            y={contextY(0.4)}
            textAnchor={isLeft ? "end" : "start"}
          >
            {words}
          </text>
        )}
      </g>
    );
  });
}

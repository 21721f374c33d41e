/** The days of one person in a row: shade is work, hollow is work without prompt text, an edge is where it stopped. */

/** One day. */
export interface StripDay {
  /** ISO 8601, UTC. */
  day: string;
  /** How much work; 0 is none. */
  step: 0 | 1 | 2 | 3 | 4;
  isHollow: boolean;
  /** Whether somebody is quiet since this day. */
  isEdge: boolean;
  /** What is read out where the pointer is. */
  says: string;
}

const [SIDE, STEP, HEIGHT] = [9, 11, 13];

export function Strip({ days, label }: { days: readonly StripDay[]; label: string }) {
  const width = days.length * STEP;
  return (
    <svg
      className="strip"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      // where there is little room the newest days are shown
      preserveAspectRatio="xMaxYMid slice"
    >
      {days.map((day, index) => (
        <Square key={day.day} day={day} x={index * STEP + 1} />
      ))}
    </svg>
  );
}

function Square({ day: { step, isHollow, isEdge, says }, x }: { day: StripDay; x: number }) {
  return (
    <g>
      <title>{says}</title>
      <rect className="touch" x={x - 1} y="0" width={STEP} height={HEIGHT} />
      {step === 0 ? (
        <circle className="strip-none" cx={x + SIDE / 2} cy={HEIGHT / 2} r="1" />
      ) : (
        <rect
          className={isHollow ? `strip-hollow of-${step}` : `step-${step}`}
          x={isHollow ? x + 1 : x}
          y={isHollow ? 3 : 2}
          width={isHollow ? SIDE - 2 : SIDE}
          height={isHollow ? SIDE - 2 : SIDE}
          rx="2"
        />
      )}
      {isEdge && <line className="strip-edge" x1={x - 1} x2={x - 1} y1="0" y2={HEIGHT} />}
    </g>
  );
}

/** What each mark means. */
export function StripKey({ steps }: { steps: readonly string[] }) {
  const marks: readonly [string, StripDay][] = [
    ...steps.map((name, index): [string, StripDay] => [
      name,
      { ...NO_DAY, step: (index + 1) as StripDay["step"] },
    ]),
    ["no prompt text", { ...NO_DAY, step: 3, isHollow: true }],
    ["quiet from here", { ...NO_DAY, isEdge: true }],
  ];
  return (
    <span className="heat-key">
      {marks.map(([name, day]) => (
        <span key={name}>
          <svg viewBox={`0 0 ${STEP} ${HEIGHT}`} width={STEP} height={HEIGHT} aria-hidden="true">
            <Square day={day} x={1} />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}

const NO_DAY: StripDay = { day: "", step: 0, isHollow: false, isEdge: false, says: "" };

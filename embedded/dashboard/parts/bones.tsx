/** What is in place of something that is loading; it shows after 200 ms, so that quick answers do not flicker. */

/** `score`: one number with its scale; `lines`: text or a table; `chart`: one large figure. */
export type BoneShape = "score" | "lines" | "chart";

const SHAPES: Readonly<Record<BoneShape, readonly (readonly [widthPercent: number, height: number])[]>> = {
  score: [
    [22, 14],
    [34, 40],
    [100, 10],
    [58, 12],
    [100, 40],
  ],
  lines: [
    [64, 14],
    [100, 14],
    [92, 14],
    [97, 14],
    [88, 14],
  ],
  chart: [
    [30, 14],
    [100, 220],
  ],
};

export function Bones({ shape, what }: { shape: BoneShape; what: string }) {
  return (
    <div className="bones" role="status">
      <span className="visually-hidden">{what}: loading</span>
      {SHAPES[shape].map(([width, height], index) => (
        <svg key={index} className="bone" height={height} aria-hidden="true">
          <rect width={`${width}%`} height={height} rx="3" />
        </svg>
      ))}
    </div>
  );
}

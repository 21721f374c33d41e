/** A choice of few, side by side. */

export interface SegmentsProps<Value extends string | number> {
  /** What is chosen, for screen readers. */
  label: string;
  choices: readonly { value: Value; text: string; title?: string }[];
  /** null: something that is not among the choices. */
  chosen: Value | null;
  choose(value: Value): void;
}

export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { label, choices, chosen, choose } = props;
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map(({ value, text, title }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          title={title}
          onClick={() => choose(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

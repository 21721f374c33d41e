/** Both sides of a change as bars from 0, each with its number; what was never tried has words and no bar. */

import type { Side } from "./rightsizing-data.ts";

export interface SideBarsProps {
  title: string;
  sides: readonly Side[];
  /** What the names are, when they are not models. */
  names?: "words";
}

export function SideBars({ title, sides, names }: SideBarsProps) {
  return (
    <section className="twins">
      <h3 className="input-name">{title}</h3>
      {sides.map(({ name, share, value }) => (
        <div key={name} className="twin">
          <span className={names === "words" ? "twin-name" : "mono twin-name"}>{name}</span>
          {share !== null && (
            <svg className="twin-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="twin-room" x="0" y="0" width="100" height="8" />
              <rect className="twin-share" x="0" y="0" width={share * 100} height="8" />
            </svg>
          )}
          <span className="twin-value">{value}</span>
        </div>
      ))}
    </section>
  );
}

/** A notice that something is wrong or old. */
import type { ReactNode } from "react";
import { Shape } from "./shape.tsx";

export function Callout({
  tone,
  title,
  children,
}: {
  tone: "bad" | "warn";
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`callout ${tone}-call`} role={tone === "bad" ? "alert" : "status"}>
      <Shape name={tone === "bad" ? "diamond" : "half"} tone={tone} />
      <div>
        <p className="strong">{title}</p>
        {children !== undefined && <p className="second">{children}</p>}
      </div>
    </div>
  );
}

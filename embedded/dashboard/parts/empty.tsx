/** Nothing to show: what is missing, why, and the exact thing to do about it. */
import type { ReactNode } from "react";

export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="state">
      <h2 className="state-say">{title}</h2>
      <p className="second">{children}</p>
      {action !== undefined && <div className="actions">{action}</div>}
    </div>
  );
}

/** Catches what breaks in a page, so that the frame stays and other pages can be opened. */
import { Component, type ReactNode } from "react";
import { Callout } from "../parts/callout.tsx";

interface State {
  isBroken: boolean;
}

export class Broken extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="cell">
        <Callout tone="bad" title="This page broke">
          This is a bug of the dashboard; the browser&rsquo;s console says more. Other pages still work.
        </Callout>
        <p className="actions">
          <button type="button" className="button" onClick={() => location.reload()}>
            Load it again
          </button>
        </p>
      </div>
    );
  }
}

/** The width that a chart has; it is drawn again when that changes, so that its text keeps its size. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Below this there is room for fewer labels. */
const NARROW_PX = 520;

export interface Room {
  ref: RefObject<HTMLDivElement | null>;
  /** In pixels; 0 until it is known. */
  width: number;
  isNarrow: boolean;
}

export function useWidth(): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width, isNarrow: width < NARROW_PX };
}

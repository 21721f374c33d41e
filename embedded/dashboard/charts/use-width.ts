/** The width that a chart has; it is drawn again when that changes, so that its text keeps its size. */
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from "react";

/** Below this there is room for fewer labels. */
const NARROW_PX = 520;

/** The width of every chart in a document that nothing runs in; null on a page, where charts are measured. */
export const FixedWidth = createContext<number | null>(null);

export interface Room {
  ref: RefObject<HTMLDivElement | null>;
  /** In pixels; 0 until it is known. */
  width: number;
  isNarrow: boolean;
}

export function useWidth(): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(useContext(FixedWidth) ?? 0);
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

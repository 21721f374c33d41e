/** What may be wider than its place: it scrolls, and says so. */
import { type ReactNode, useEffect, useRef, useState } from "react";

export function Scrolling({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, note] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => note(element.scrollWidth > element.clientWidth + 1);
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, []);
  return (
    <>
      {isWide && <p className="scroll-note">Scroll sideways for more columns →</p>}
      <div ref={box} className="scroll">
        {children}
      </div>
    </>
  );
}

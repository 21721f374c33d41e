/** Saves the chart next to it as a picture. */
import { useContext, useRef } from "react";
import { FixedWidth } from "../../charts/use-width.ts";
import { fileName } from "../../words/csv.ts";
import { pictureOf } from "./picture.ts";
import { saveFile } from "./save-file.ts";

/** @param label - The chart's title. Nothing in a document that nothing runs in. */
export function PngButton({ label }: { label: string }) {
  const button = useRef<HTMLButtonElement>(null);
  if (useContext(FixedWidth) !== null) return null;
  const save = async (): Promise<void> => {
    const chart = button.current?.closest("figure")?.querySelector<SVGSVGElement>("svg.chart");
    if (chart != null) saveFile(await pictureOf(chart, label), fileName(label, "png"));
  };
  return (
    <button
      ref={button}
      type="button"
      className="csv png"
      aria-label={`Download PNG: ${label}`}
      onClick={() => void save()}
    >
      Download PNG
    </button>
  );
}

/**
 * Draws what ./scoring demo prints into docs/images/demo.svg: bun scripts/build.ts && bun scripts/draw-demo.ts
 *
 * The program runs on its own terminal, so the picture is what a person sees.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const PICTURE = join(ROOT, "docs/images/demo.svg");
const COLUMNS = 100;

const [LEFT, TOP, LINE, CHARACTER, FONT] = [24, 60, 20, 8.4, 14];

const ERASE_LINE = "\r\u001B[K";

/** Returns the lines that are left on the screen when the demo has ended. */
async function runDemo(): Promise<string[]> {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  const child = Bun.spawn(["./scoring", "demo"], {
    cwd: ROOT,
    terminal: {
      cols: COLUMNS,
      rows: 60,
      data: (_, bytes) => void pieces.push(decoder.decode(bytes, { stream: true })),
    },
  });
  if ((await child.exited) !== 0) throw new Error(`the demo failed: ${pieces.join("")}`);
  return screenOf(pieces.join(""));
}

/** What was written over is gone. */
export function screenOf(written: string): string[] {
  const lines = written.trimEnd().replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => line.split(ERASE_LINE).at(-1) ?? "");
}

/** @param lines - The lines below the prompt. Each line has its exact width, whatever font there is. */
export function draw(lines: readonly string[]): string {
  const all = ["$ ./scoring demo", ...lines];
  const [width, height] = [COLUMNS * CHARACTER + 2 * LEFT, TOP + all.length * LINE + 10];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#17191f"/>`,
    ...[0, 1, 2].map((dot) => `<circle cx="${LEFT + dot * 20}" cy="22" r="6" fill="#3a3f4b"/>`),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT}" fill="#e6e8ee">`,
    ...all.flatMap((line, index) => drawLine(line, TOP + index * LINE)),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function drawLine(line: string, y: number): string[] {
  if (line === "") return [];
  const text = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const width = (Bun.stringWidth(line) * CHARACTER).toFixed(1);
  return [
    `<text x="${LEFT}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${text}</text>`,
  ];
}

if (import.meta.main) await Bun.write(PICTURE, draw(await runDemo()));

/** A chart as a picture, to be put into slides or a message. */

/** How many of its pixels are one of the page. */
const SCALE = 2;
const MARGIN_PX = 16;
const TITLE_PX = 32;

/** Comes from rules of the page, which a picture does not have. */
const STYLES = [
  "display",
  "visibility",
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
] as const;

const FONT = "system-ui, sans-serif";

/**
 * Draws a chart under its title, on the ground and in the theme of the page.
 *
 * @returns A PNG.
 * @throws An exception when the browser cannot draw it.
 */
export async function pictureOf(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect();
  const image = new Image();
  const text = new XMLSerializer().serializeToString(withStyles(chart, width, height));
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = (width + 2 * MARGIN_PX) * SCALE;
  canvas.height = (height + TITLE_PX + 2 * MARGIN_PX) * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser draws no pictures");
  const sheet = getComputedStyle(chart.closest(".sheet") ?? document.body);
  context.scale(SCALE, SCALE);
  context.fillStyle = sheet.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = sheet.color;
  context.font = `600 15px ${FONT}`;
  context.fillText(title, MARGIN_PX, MARGIN_PX + 12);
  context.drawImage(image, MARGIN_PX, MARGIN_PX + TITLE_PX, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the browser made no picture"));
      else resolve(blob);
    }, "image/png");
  });
}

function withStyles(chart: SVGSVGElement, width: number, height: number): Element {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  [chart, ...chart.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("font-family", FONT);
  return copy;
}

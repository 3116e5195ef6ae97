export type Measure = (text: string) => number;

const widths = new Map<string, number>();
const maxEntries = 5000;
/** The page font may load after the first chart is drawn, and its stylistic sets are slightly wider. */
const tolerance = 1.06;
let context: CanvasRenderingContext2D | null | undefined;

/** The width of an axis label in pixels. It is measured in a canvas, because reading the layout per label is slow. */
export const textWidth: Measure = (text) => {
  const known = widths.get(text);
  if (known !== undefined) return known;
  context ??= labelContext();
  if (!context) return text.length * 7;
  const width = Math.ceil(context.measureText(text).width * tolerance);
  if (widths.size >= maxEntries) widths.clear();
  widths.set(text, width);
  return width;
};

function labelContext(): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  return canvas;
}

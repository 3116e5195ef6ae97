import type { Range } from './scale.ts';
import type { Measure } from './text-width.ts';

export interface PlacedLabel {
  readonly text: string;
  /** The centre of the label. */
  readonly at: number;
}

const gap = 8;
/** When every label has at least this width, long labels are cut. Otherwise only every nth label is shown. */
const minCutWidth = 56;
const maxWidth = 112;

/** The text, or its beginning with an ellipsis, not wider than `width`. */
export function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${letters.slice(0, middle).join('').trimEnd()}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`;
}

/**
 * Labels in one line, centred at their positions and kept within the room. They never overlap: long ones are cut, or
 * only every nth is shown.
 */
export function labelsInLine(
  labels: readonly string[],
  positions: readonly number[],
  [start, end]: Range,
  measure: Measure,
): PlacedLabel[] {
  const spacing = positions.length > 1 ? (positions[1] ?? 0) - (positions[0] ?? 0) : end - start;
  const limit = spacing - gap >= minCutWidth ? spacing - gap : maxWidth;
  const texts = labels.map((label) => cut(label, limit, measure));
  const widest = Math.max(0, ...texts.map(measure));
  const step = Math.max(1, Math.ceil((widest + gap) / spacing));
  const placed: PlacedLabel[] = [];
  let free = start;
  let next = 0;
  for (const [n, text] of texts.entries()) {
    const half = measure(text) / 2;
    const at = Math.min(Math.max(positions[n] ?? 0, start + half), end - half);
    // The first label may have been moved to the right, towards the second.
    if (n < next || at - half < free) continue;
    placed.push({ text, at });
    free = at + half + gap;
    next = n + step;
  }
  return placed;
}

/** Labels in a column. Every nth is shown when the lines are closer together than the text is high. */
export function labelsInColumn(
  labels: readonly string[],
  positions: readonly number[],
  width: number,
  lineHeight: number,
  measure: Measure,
): PlacedLabel[] {
  const spacing = positions.length > 1 ? (positions[1] ?? 0) - (positions[0] ?? 0) : lineHeight;
  const step = Math.max(1, Math.ceil(lineHeight / spacing));
  return labels.flatMap((label, n) =>
    n % step === 0 ? [{ text: cut(label, width, measure), at: positions[n] ?? 0 }] : [],
  );
}

import { columns, type Place, readingOrder } from './layout.ts';

/**
 * Swaps two widgets of the same size, or two neighbours that fit into each other's room. Undefined when neither is
 * possible.
 */
function exchanged(places: readonly Place[], first: number, second: number): Place[] | undefined {
  const [a, b] = [places[first], places[second]];
  if (!a || !b) return undefined;
  const put = (one: Place, other: Place) =>
    places.map((place, n) => (n === first ? one : n === second ? other : place));
  if (a.w === b.w && a.h === b.h) return put(b, a);
  if (a.y === b.y && a.h === b.h && a.x + a.w === b.x) return put({ ...a, x: a.x + b.w }, { ...b, x: a.x });
  if (a.x === b.x && a.w === b.w && a.y + a.h === b.y) return put({ ...a, y: a.y + b.h }, { ...b, y: a.y });
  return undefined;
}

/** Arranges all widgets row by row in this order. */
function inRows(places: readonly Place[], order: readonly number[]): Place[] {
  const result = [...places];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const index of order) {
    const place = places[index] as Place;
    if (x + place.w > columns) [x, y, rowHeight] = [0, y + rowHeight, 0];
    result[index] = { ...place, x, y };
    x += place.w;
    rowHeight = Math.max(rowHeight, place.h);
  }
  return result;
}

/**
 * The positions after a widget has moved one step in reading order. Undefined when it is already the first or the last.
 */
export function reordered(places: readonly Place[], index: number, step: -1 | 1): Place[] | undefined {
  const order = readingOrder(places);
  const at = order.indexOf(index);
  const other = order[at + step];
  if (other === undefined) return undefined;
  const [first, second] = step === 1 ? [index, other] : [other, index];
  const next = order.with(at, other).with(at + step, index);
  return exchanged(places, first, second) ?? inRows(places, next);
}

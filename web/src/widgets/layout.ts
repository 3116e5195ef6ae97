import type { Widget } from './widget.ts';

export const columns = 12;
export const rowHeight = 44;
export const gap = 12;

/** Position and size of a widget in the grid. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

type Size = Pick<Place, 'w' | 'h'>;

const sizes: Readonly<Record<string, Size>> = {
  kpi: { w: 3, h: 2 },
  chart: { w: 6, h: 6 },
  list: { w: 6, h: 6 },
  table: { w: 12, h: 6 },
  text: { w: 4, h: 3 },
};

/** The size of a new widget. The API also accepts widgets of unknown types, which are shown with an error. */
export const sizeOf = ({ type }: Pick<Widget, 'type'>): Size => sizes[type] ?? { w: 4, h: 3 };

export const minSize: Size = { w: 2, h: 2 };

const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The first free position for this size, from top to bottom and left to right. */
export function freePlace(taken: readonly Place[], { w, h }: Size): Place {
  const bottom = Math.max(0, ...taken.map((place) => place.y + place.h));
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      const place = { x, y, w, h };
      if (!taken.some((other) => overlap(place, other))) return place;
    }
  }
  return { x: 0, y: bottom, w, h };
}

const isPlaced = ({ x, y, w, h }: Widget): boolean => [x, y, w, h].every((value) => typeof value === 'number');

/** The positions of all widgets: the stored ones, or the next free ones. */
export function placesOf(widgets: readonly Widget[]): Place[] {
  const places: Place[] = [];
  for (const widget of widgets) {
    if (isPlaced(widget)) {
      const w = Math.min(columns, Math.max(1, widget.w ?? 1));
      const x = Math.min(columns - w, Math.max(0, widget.x ?? 0));
      places.push({ x, y: Math.max(0, widget.y ?? 0), w, h: Math.max(1, widget.h ?? 1) });
    } else places.push(freePlace(places, sizeOf(widget)));
  }
  return places;
}

/** The positions without empty rows above and without overlaps, as the editor arranges them. */
export function compacted(places: readonly Place[]): Place[] {
  const result = [...places];
  const settled: Place[] = [];
  for (const index of readingOrder(places)) {
    const place = places[index] as Place;
    const bottom = Math.max(0, ...settled.map(({ y, h }) => y + h));
    const collides = (y: number) => settled.some((other) => overlap({ ...place, y }, other));
    let y = Math.min(place.y, bottom);
    while (y > 0 && !collides(y - 1)) y -= 1;
    while (collides(y)) y += 1;
    const moved = { ...place, y };
    settled.push(moved);
    result[index] = moved;
  }
  return result;
}

/** The indexes of the widgets in reading order. */
export const readingOrder = (places: readonly Place[]): number[] =>
  places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)
    .map(({ index }) => index);

/**
 * The place after an arrow key, which moves the widget, or resizes it when `resize` is true. Undefined when there is no
 * room.
 */
export function stepped(place: Place, key: string, resize: boolean): Place | undefined {
  const [dx, dy] =
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? ([0, 0] as const);
  if (dx === undefined || dy === undefined || (dx === 0 && dy === 0)) return undefined;
  const next = resize ? { ...place, w: place.w + dx, h: place.h + dy } : { ...place, x: place.x + dx, y: place.y + dy };
  const fits = next.x >= 0 && next.y >= 0 && next.x + next.w <= columns && next.w >= minSize.w && next.h >= minSize.h;
  return fits ? next : undefined;
}

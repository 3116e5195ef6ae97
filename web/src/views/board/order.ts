/** A place in a column: before the card with this index. The card that moves is not counted. */
export interface Slot {
  readonly column: string;
  readonly index: number;
}

/** Cards that were placed by hand come first, in their own order; the others follow in the order of the sort. */
export function arrange<T extends { readonly _id: string }>(cards: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(cards.map((card) => [card._id, card]));
  const placed = order.flatMap((id) => byId.get(id) ?? []);
  const placedIds = new Set(placed.map(({ _id }) => _id));
  return [...placed, ...[...byId.values()].filter(({ _id }) => !placedIds.has(_id))];
}

/** How many places of a column are kept. */
export const maxPlaced = 200;

/**
 * The order after a card was put at an index. Every card above the lowest placed one keeps its place; the cards below
 * stay in the order of the sort.
 */
export function place(shown: readonly string[], order: readonly string[], id: string, index: number): string[] {
  const others = shown.filter((other) => other !== id);
  const wasPlaced = new Set(order);
  const lastPlaced = others.findLastIndex((other) => wasPlaced.has(other));
  // Placed cards that a filter hides keep their place at the end.
  const hidden = order.filter((other) => other !== id && !others.includes(other));
  const next = [...others.slice(0, index), id, ...others.slice(index, lastPlaced + 1)];
  return [...next, ...hidden].slice(0, maxPlaced);
}

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export const isMoveKey = (key: string): key is MoveKey =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);

/** The place to which a key leads. `columns` has the number of cards of each column without the one that moves. */
export function nextSlot(columns: readonly { key: string; size: number }[], slot: Slot, key: MoveKey): Slot {
  const at = columns.findIndex((column) => column.key === slot.column);
  const size = columns[at]?.size ?? 0;
  if (key === 'ArrowUp') return { ...slot, index: Math.max(0, slot.index - 1) };
  if (key === 'ArrowDown') return { ...slot, index: Math.min(size, slot.index + 1) };
  if (key === 'Home') return { ...slot, index: 0 };
  if (key === 'End') return { ...slot, index: size };
  const next = columns[at + (key === 'ArrowRight' ? 1 : -1)];
  return next ? { column: next.key, index: Math.min(slot.index, next.size) } : slot;
}

/** The place for a card whose middle is at `y`, among cards with these middles. */
export const indexAt = (middles: readonly number[], y: number): number => {
  const index = middles.findIndex((middle) => y < middle);
  return index === -1 ? middles.length : index;
};

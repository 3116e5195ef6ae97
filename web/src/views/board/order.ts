/** A position in a column: before the card with this index. The moving card is not counted. */
export interface Slot {
  readonly column: string;
  readonly index: number;
}

/** Manually positioned cards come first, in their own order. The others follow in the order of the sort. */
export function arrange<T extends { readonly _id: string }>(cards: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(cards.map((card) => [card._id, card]));
  const placed = order.flatMap((id) => byId.get(id) ?? []);
  const placedIds = new Set(placed.map(({ _id }) => _id));
  return [...placed, ...[...byId.values()].filter(({ _id }) => !placedIds.has(_id))];
}

/** The number of manual positions that are kept per column. */
export const maxPlaced = 200;

/**
 * The order after a card was moved to an index. Every card above the lowest positioned one keeps its position; the
 * cards below stay in the order of the sort.
 */
export function place(shown: readonly string[], order: readonly string[], id: string, index: number): string[] {
  const others = shown.filter((other) => other !== id);
  const wasPlaced = new Set(order);
  const lastPlaced = others.findLastIndex((other) => wasPlaced.has(other));
  // Positioned cards that a filter hides are kept at the end.
  const hidden = order.filter((other) => other !== id && !others.includes(other));
  const next = [...others.slice(0, index), id, ...others.slice(index, lastPlaced + 1)];
  return [...next, ...hidden].slice(0, maxPlaced);
}

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export const isMoveKey = (key: string): key is MoveKey =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);

/** The position after an arrow key. `columns` has the number of cards per column, without the moving one. */
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

/** The index for a card whose centre is at `y`, among cards with these centres. */
export const indexAt = (middles: readonly number[], y: number): number => {
  const index = middles.findIndex((middle) => y < middle);
  return index === -1 ? middles.length : index;
};

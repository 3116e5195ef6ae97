import type { RefObject } from 'react';
import type { ShownCards } from './board-context.ts';
import type { BoardColumn } from './columns.ts';
import { place, type Slot } from './order.ts';
import type { Move } from './use-move.ts';
import type { Orders } from './use-orders.ts';

interface Options {
  readonly columns: readonly BoardColumn[];
  readonly shown: RefObject<Map<string, ShownCards>>;
  readonly orders: Orders;
  readonly setOrders: (next: Orders) => void;
  readonly move: (move: Move) => Promise<void>;
}

/** Returns a function that moves a card to a position in a column. */
export const cardMover =
  ({ columns, shown, orders, setOrders, move }: Options) =>
  (id: string, fromKey: string, slot: Slot): void => {
    const source = shown.current.get(fromKey);
    const card = source?.cards.find(({ _id }) => _id === id);
    const from = columns.find(({ key }) => key === fromKey);
    const to = columns.find(({ key }) => key === slot.column);
    if (!card || !source || !from || !to) return;
    const ids = shown.current.get(to.key)?.cards.map(({ _id }) => _id) ?? [];
    if (from.key === to.key && ids.indexOf(id) === slot.index) return;
    const before = { [from.key]: orders[from.key] ?? [], [to.key]: orders[to.key] ?? [] };
    setOrders({
      [from.key]: (orders[from.key] ?? []).filter((other) => other !== id),
      [to.key]: place(ids, orders[to.key] ?? [], id, slot.index),
    });
    if (from.key === to.key) return;
    void move({ card, included: source.included, from, to, restoreOrder: () => setOrders(before) });
  };

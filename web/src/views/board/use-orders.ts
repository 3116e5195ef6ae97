import type { useBoardSettings } from './use-board-settings.ts';

/** The ids of cards by column, in the order in which the person has put them. */
export type Orders = Readonly<Record<string, readonly string[]>>;

/** The person's own order of the cards. Manual positions are kept per sort, because under another sort they would look like an error. */
export function useOrders(
  { memory, change }: ReturnType<typeof useBoardSettings>,
  sort: readonly string[] | undefined,
) {
  const sortKey = sort?.join(',') ?? '';
  const orders: Orders = memory.orders[sortKey] ?? {};
  const setOrders = (next: Orders) =>
    change(({ collapsed, orders: all }) => ({
      collapsed,
      orders: { ...all, [sortKey]: { ...all[sortKey], ...next } },
    }));
  return { orders, setOrders };
}

import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Included, type ListInput, type Page, type RecordData, records } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { withAll } from '../filter/tree.ts';
import type { ViewState } from '../view.ts';
import { type BoardColumn, columnCondition, fieldsToRead } from './columns.ts';
import { arrange } from './order.ts';

export type CardPages = InfiniteData<Page, string | undefined>;

const pageSize = 25;

export function cardsInput(model: Model, field: Field, state: ViewState, column: BoardColumn, shown: readonly Field[]) {
  return {
    filter: withAll(state.filter, columnCondition(field.key, column.value)),
    q: state.q,
    sort: state.sort,
    limit: pageSize,
    count: 'none',
    fields: fieldsToRead(model, shown, field.key),
    include: shown.filter(({ type }) => type === 'reference').map(({ key }) => key),
  } satisfies ListInput;
}

/** The key begins with the key of the model, so that changes by others refresh the cards. */
export const cardsKey = (model: Model, input: ListInput) => ['records', model.path, 'board', input] as const;

/** The cards of a column, loaded page by page, in the person's own order. */
export function useCards(model: Model, input: ListInput, order: readonly string[], enabled: boolean) {
  const pages = useInfiniteQuery({
    queryKey: cardsKey(model, input),
    queryFn: ({ pageParam, signal }) => records.list(model.path, { ...input, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    enabled,
  });
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data]);

  // Manually positioned cards may be on a page that is not loaded yet, so they are read separately.
  const missing = useMemo(() => {
    if (!pages.hasNextPage) return [];
    const ids = new Set(loaded.map(({ _id }) => _id));
    return order.filter((id) => !ids.has(id));
  }, [order, loaded, pages.hasNextPage]);
  const { cursor: _, ...rest } = input;
  const placedInput = { ...rest, filter: withAll(input.filter, { _id: { in: missing } }), limit: 200 };
  const placed = useQuery({
    queryKey: ['records', model.path, 'board-placed', placedInput],
    queryFn: ({ signal }) => records.list(model.path, placedInput, signal),
    enabled: enabled && missing.length > 0,
    placeholderData: (previous) => previous,
  });

  const found = missing.length > 0 ? placed.data : undefined;
  const cards: readonly RecordData[] = useMemo(
    () => arrange([...loaded, ...(found?.data ?? [])], order),
    [loaded, found, order],
  );
  const included: Included = useMemo(
    () => Object.assign({}, ...(pages.data?.pages ?? []).map((page) => page.included), found?.included),
    [pages.data, found],
  );
  return { pages, cards, included };
}

/** Removes a card from the pages. */
export const withoutCard = (pages: CardPages | undefined, id: string): CardPages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => _id !== id) })),
  };

/** Puts a card into the pages, in place of its old version or at the top. */
export function withCard(pages: CardPages | undefined, card: RecordData, included: Included): CardPages | undefined {
  const [first, ...others] = withoutCard(pages, card._id)?.pages ?? [];
  if (!pages || !first) return pages;
  const top = { ...first, data: [card, ...first.data], included: { ...first.included, ...included } };
  return { ...pages, pages: [top, ...others] };
}

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Filter, type ListInput, type Page, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** A list of records that is loaded page by page. */
export interface Source {
  readonly path: string;
  readonly filter: Filter | undefined;
  readonly q: string | undefined;
  readonly sort: readonly string[] | undefined;
  readonly fields: readonly string[];
  readonly include: readonly string[];
}

export const pageSize = 100;

/** Unused pages are dropped after this time, so that a long list does not fill the memory. */
const keptMs = 90_000;

const pagesKey = (path: string) => [...keys.model(path), 'pages'] as const;

const pageKey = ({ path, ...query }: Source, page: number) => [...pagesKey(path), query, page] as const;

/** The query of a page. Pages count from 0. */
export function pageQuery(client: QueryClient, source: Source, page: number) {
  return queryOptions({
    queryKey: pageKey(source, page),
    queryFn: async ({ signal }): Promise<Page> => {
      const { path, filter, q, sort, fields, include } = source;
      // The first page needs no `await`, which would delay its request until the page is rendered.
      const position = page === 0 ? {} : await positionOf(client, source, page);
      const input: ListInput = {
        filter: filter && Object.keys(filter).length > 0 ? filter : undefined,
        q: q || undefined,
        sort: sort && sort.length > 0 ? sort : undefined,
        fields,
        include: include.length > 0 ? include : undefined,
        limit: pageSize,
        count: page === 0 ? 'auto' : 'none',
        ...position,
      };
      return records.list(path, input, signal);
    },
    gcTime: keptMs,
  });
}

/** A page continues from the cursor of the previous page if that is loaded. After a jump it is requested by number. */
async function positionOf(client: QueryClient, source: Source, page: number): Promise<Partial<ListInput>> {
  const queryKey = pageKey(source, page - 1);
  const before = client.getQueryState<Page>(queryKey);
  if (!before?.data) return { page: page + 1 };
  // While the previous page is being read again, its cursor may change.
  const data =
    before.fetchStatus === 'fetching'
      ? await client.fetchQuery(pageQuery(client, source, page - 1)).catch(() => undefined)
      : before.data;
  return data?.meta.nextCursor ? { cursor: data.meta.nextCursor } : { page: page + 1 };
}

/** The references among the columns that the person may read. Their titles are included in the answer. */
export function useIncludable(): (fields: readonly Field[]) => string[] {
  const registry = useRegistry();
  const can = useCan();
  return (fields) =>
    fields
      .filter((field) => {
        const target = registry.target(field);
        return target !== undefined && can.read(target);
      })
      .map(({ key }) => key)
      .sort();
}

export interface LoadedPart {
  readonly ids: readonly string[];
  /** The number of records of the list before these. */
  readonly offset: number;
  readonly total: number | undefined;
  readonly source: Pick<Source, 'filter' | 'q' | 'sort'>;
}

/** The neighbours of a record in the list that was loaded last, as far as its pages are loaded. */
export function loadedAround(client: QueryClient, path: string, id: string): LoadedPart | undefined {
  const found = client
    .getQueryCache()
    .findAll({ queryKey: pagesKey(path) })
    .filter(({ state }) => (state.data as Page | undefined)?.data.some(({ _id }) => _id === id))
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];
  if (!found) return undefined;
  const [query, page] = found.queryKey.slice(-2) as [Omit<Source, 'path'>, number];
  const source = { path, ...query };
  const pageAt = (n: number): Page | undefined => client.getQueryData(pageKey(source, n));
  let first = page;
  while (pageAt(first - 1)) first -= 1;
  const ids: string[] = [];
  for (let n = first; pageAt(n); n += 1) for (const { _id } of pageAt(n)?.data ?? []) ids.push(_id);
  return { ids, offset: first * pageSize, total: pageAt(0)?.meta.total, source };
}

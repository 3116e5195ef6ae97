import { type ListInput, type Page, records } from '~/api/records.ts';

/** The largest page that the server returns. */
const pageLimit = 200;

interface WalkOptions {
  /** The maximum number of records. */
  readonly max: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads all pages of a list, one after the other. */
export async function* walkPages(
  path: string,
  query: Pick<ListInput, 'filter' | 'q' | 'sort' | 'fields' | 'include'>,
  { max, signal }: WalkOptions,
): AsyncGenerator<Page> {
  const { filter, q, sort, fields, include } = query;
  let cursor: string | undefined;
  let left = max;
  while (left > 0) {
    const page = await records.list(
      path,
      {
        filter,
        q: q || undefined,
        sort: sort && sort.length > 0 ? sort : undefined,
        fields,
        include: include && include.length > 0 ? include : undefined,
        limit: Math.min(pageLimit, left),
        count: 'none',
        cursor,
      },
      signal,
    );
    yield page;
    left -= page.data.length;
    if (page.meta.nextCursor === null) return;
    cursor = page.meta.nextCursor;
  }
}

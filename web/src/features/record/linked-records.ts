import { useQueries } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type ListInput, type RecordData, records } from '~/api/records.ts';
import type { Link } from '~/metadata/registry.ts';

export interface LinkedRecord {
  readonly link: Link;
  readonly record: RecordData;
}

export interface LinkedRecords {
  readonly rows: readonly LinkedRecord[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** A filter for records that refer to a record. It is the same for single references and lists. */
export const filterOf = ({ field }: Link, id: string) => ({ [field.key]: id });

/** Reads the records of several models that refer to a record. */
export function useLinkedRecords(
  links: readonly Link[],
  id: string,
  input: { readonly sort: readonly string[]; readonly limit: number },
): LinkedRecords {
  return useQueries({
    queries: links.map((link) => {
      const query: ListInput = { ...input, filter: filterOf(link, id) };
      return {
        queryKey: keys.list(link.model.path, query),
        queryFn: ({ signal }: { signal: AbortSignal }) => records.list(link.model.path, query, signal),
      };
    }),
    combine: (results) => ({
      rows: results.flatMap(({ data }, n) => (data?.data ?? []).map((record) => ({ link: links[n] as Link, record }))),
      total: results.reduce((sum, { data }) => sum + (data?.meta.total ?? 0), 0),
      hasMore: results.some(({ data }) => data?.meta.hasMore),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error !== null) result.refetch();
      },
    }),
  });
}

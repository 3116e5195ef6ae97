import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { keys } from '~/api/keys.ts';
import { type Page, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { fieldsPath, type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** Reads a record with its referenced records. */
export function useRecordQuery(model: Model) {
  const registry = useRegistry();
  const can = useCan();
  const include = model.fields
    .filter((field) => {
      const target = registry.target(field);
      return target !== undefined && can.read(target);
    })
    .map(({ key }) => key);
  return (id: string) =>
    queryOptions({
      queryKey: keys.record(model.path, id),
      queryFn: ({ signal }) => records.get(model.path, id, include, signal),
    });
}

/** The data of a record in a loaded list: its title, and some fields. */
export function listedRecord(client: QueryClient, path: string, id: string): RecordData | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: keys.model(path) });
  for (const { state } of lists) {
    const rows: unknown = (state.data as Partial<Page> | undefined)?.data;
    const found = Array.isArray(rows) ? (rows as readonly RecordData[]).find(({ _id }) => _id === id) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** A pointer that only passes over a row triggers no request. */
const restMs = 60;

/** Prefetches a record and the code of its page while the pointer rests on its row, so that it opens at once. */
export function usePrefetchRecord(model: Model): (id: string | undefined) => void {
  const client = useQueryClient();
  const router = useRouter();
  const optionsOf = useRecordQuery(model);
  const latest = useRef(optionsOf);
  useEffect(() => {
    latest.current = optionsOf;
  });
  const pending = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  return useMemo(
    () => (id: string | undefined) => {
      if (id === pending.current?.id) return;
      clearTimeout(pending.current?.timer);
      pending.current = undefined;
      if (id === undefined) return;
      const prefetch = () => {
        const path = recordPath(model, id);
        // Opening the page loads the code again and then shows the error.
        router.preloadRoute({ to: path }).catch(() => undefined);
        if (path === fieldsPath(model, id)) void client.prefetchQuery(latest.current(id));
      };
      pending.current = { id, timer: setTimeout(prefetch, restMs) };
    },
    [client, router, model],
  );
}

import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Included, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { recordLabel } from './label.ts';

/** Reads within this time become one request. */
const gatherMs = 10;
const maxIds = 100;

type Waiting = Map<string, { resolve: (record: RecordData | null) => void; reject: (error: unknown) => void }[]>;

const waiting = new Map<string, Waiting>();

async function read(path: string, batch: Waiting): Promise<void> {
  const ids = [...batch.keys()];
  try {
    for (let start = 0; start < ids.length; start += maxIds) {
      const part = ids.slice(start, start + maxIds);
      const { data } = await records.list(path, { filter: { _id: { in: part } }, limit: maxIds, count: 'none' });
      const found = new Map(data.map((record) => [record._id, record]));
      for (const id of part) for (const { resolve } of batch.get(id) ?? []) resolve(found.get(id) ?? null);
    }
  } catch (error) {
    for (const readers of batch.values()) for (const { reject } of readers) reject(error);
  }
}

/** Reads a record; null when it does not exist or is not visible to the user. */
function lookUp(path: string, id: string): Promise<RecordData | null> {
  return new Promise((resolve, reject) => {
    let batch = waiting.get(path);
    if (!batch) {
      batch = new Map();
      waiting.set(path, batch);
      const gathered = batch;
      setTimeout(() => {
        waiting.delete(path);
        void read(path, gathered);
      }, gatherMs);
    }
    const readers = batch.get(id) ?? [];
    readers.push({ resolve, reject });
    batch.set(id, readers);
  });
}

const lookupQuery = (path: string, id: string) =>
  queryOptions({ queryKey: [...keys.model(path), 'lookup', id], queryFn: () => lookUp(path, id), staleTime: 60_000 });

/** The record of a reference: null when it is not visible, undefined while it loads. */
export function useReferenced(
  target: Model | undefined,
  id: string | undefined,
  included: Included | undefined,
): RecordData | null | undefined {
  const can = useCan();
  const isReadable = target !== undefined && can.read(target);
  const known = id === undefined ? undefined : included?.[id];
  const { data, isError } = useQuery({
    ...lookupQuery(target?.path ?? '', id ?? ''),
    enabled: isReadable && id !== undefined && known === undefined,
  });
  if (known) return known;
  return isReadable && !isError ? data : null;
}

/** Like `useReferenced`, for several ids. */
export function useReferencedAll(
  target: Model | undefined,
  ids: readonly string[],
  included: Included | undefined,
): readonly (RecordData | null | undefined)[] {
  const can = useCan();
  const isReadable = target !== undefined && can.read(target);
  const results = useQueries({
    queries: ids.map((id) => ({
      ...lookupQuery(target?.path ?? '', id),
      enabled: isReadable && included?.[id] === undefined,
    })),
  });
  return ids.map((id, n) => included?.[id] ?? (isReadable && !results[n]?.isError ? results[n]?.data : null));
}

/** The label of a record of a model such as `identity.users`; undefined while it loads or when it is not visible. */
export function useRecordLabel(model: string, id: unknown): string | undefined {
  const target = useRegistry().find(model);
  const record = useReferenced(target, typeof id === 'string' ? id : undefined, undefined);
  return target && record ? recordLabel(target, record) : undefined;
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { writerKeys } from '~/metadata/record-access.ts';
import { readSelected } from './run-bulk.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The selected records that the person may write. The server is asked only if the person may write some but not all
 * records of the model.
 */
export function useWritable(model: Model, ids: ReadonlySet<string>): ReadonlySet<string> {
  const can = useCan();
  const mayAll = can.writeAll(model);
  const maySome = !mayAll && can.write(model);
  const { data = none } = useQuery({
    queryKey: [...keys.model(model.path), 'writable', [...ids]],
    queryFn: async () => {
      const found = await readSelected(model.path, [...ids], writerKeys(model));
      return new Set(found.filter((record) => can.writeRecord(model, record)).map(({ _id }) => _id));
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    enabled: maySome && ids.size > 0,
  });
  if (mayAll) return ids;
  return maySome ? new Set([...data].filter((id) => ids.has(id))) : none;
}

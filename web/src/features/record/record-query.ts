import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** A record with the records that it refers to. */
export function useRecord(model: Model, id: string) {
  const registry = useRegistry();
  const can = useCan();
  const include = model.fields
    .filter((field) => {
      const target = registry.target(field);
      return target !== undefined && can.read(target);
    })
    .map(({ key }) => key);
  return useQuery({
    queryKey: keys.record(model.path, id),
    queryFn: ({ signal }) => records.get(model.path, id, include, signal),
  });
}

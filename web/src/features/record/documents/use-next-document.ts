import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';

/**
 * The order of a quote, or the invoice of an order. `isPending` is true until it is known whether there is one; a person
 * who may not read the model never knows.
 */
export function useNextDocument(name: 'sales.orders' | 'finance.financeInvoices', filter: Filter) {
  const model = useRegistry().find(name);
  const can = useCan();
  const enabled = model !== undefined && can.read(model);
  const path = model?.path ?? '';
  const input = { filter, fields: ['number', 'status'], limit: 1, count: 'none' } as const;
  const { data, isPending } = useQuery({
    queryKey: keys.list(path, input),
    queryFn: ({ signal }) => records.list(path, input, signal),
    enabled,
  });
  const found: RecordData | undefined = data?.data[0];
  return { found, isPending: enabled && isPending };
}

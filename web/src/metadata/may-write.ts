import type { RecordData } from '~/api/records.ts';
import { useCan } from './access.ts';
import { useRegistry } from './registry.ts';

/** True when the person may write a record of a model such as `sales.contacts`. False until the record is read. */
export function useMayWrite(model: string, record: RecordData | undefined): boolean {
  const found = useRegistry().find(model);
  const can = useCan();
  return found !== undefined && record !== undefined && can.writeRecord(found, record);
}

/**
 * True when the person may change a record by actions. Its model may be read-only otherwise, as `marketing.socialPosts`
 * is.
 */
export function useMayChange(model: string, record: RecordData | undefined): boolean {
  const found = useRegistry().find(model);
  const can = useCan();
  return found !== undefined && record !== undefined && can.changeRecord(found, record);
}

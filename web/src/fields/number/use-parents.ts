import type { Included } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { useReferenced } from '../reference/lookup.ts';

/**
 * The record from which an amount takes its currency, when that is the parent of its record: the quote of a line. It is
 * read when no list included it.
 */
export function useParents(
  { currencyFrom }: Field,
  record: Readonly<Record<string, unknown>> | undefined,
  included: Included | undefined,
): Included | undefined {
  const parent = currencyFrom?.parent;
  const model = useRegistry().at(parent?.moduleKey ?? '', parent?.slug ?? '');
  const id = parent && record?.[parent.field];
  const found = useReferenced(model, typeof id === 'string' ? id : undefined, included);
  return found ? { [found._id]: found } : undefined;
}

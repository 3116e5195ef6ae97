import { useMemo } from 'react';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { filterFields } from '../filter/fields.ts';
import type { ShowAs } from '../filter/tree.ts';
import { showAs } from './show-as.ts';

/** How the parts of a definition of records of the model are shown. */
export function useShowAs(model: Model): ShowAs {
  const registry = useRegistry();
  return useMemo(() => {
    const paths = new Set(filterFields(model, registry).map(({ path }) => path));
    return showAs(paths, (key) => registry.field(model, key) !== undefined);
  }, [model, registry]);
}

import { useMemo } from 'react';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { describe } from '~/views/filter/describe.ts';
import { toTree } from '~/views/filter/tree.ts';
import { useWords } from '~/views/filter/use-words.ts';

interface RuleConditionsProps {
  readonly model: Model;
  readonly filter: Filter;
}

/** The conditions of a rule in words. */
export function RuleConditions({ model, filter }: RuleConditionsProps) {
  const tree = useMemo(() => toTree(filter), [filter]);
  return <>{describe(tree, useWords(model, tree))}</>;
}

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type FilterField, filterFields, startOf } from './fields.ts';
import { FilterGroup } from './filter-group.tsx';
import {
  condition,
  countConditions,
  type FilterNode,
  type GroupNode,
  group,
  maxConditions,
  maxDepth,
  replaceNode,
  toFilter,
  toTree,
  treeDepth,
} from './tree.ts';

interface FilterBuilderProps {
  readonly model: Model;
  readonly value: Filter | undefined;
  /** Called with the complete conditions on every change. */
  readonly onChange: (filter: Filter) => void;
  /** A field for which a condition is added when the builder opens. */
  readonly startField?: string | undefined;
  /** True when conditions on referenced records are not possible. */
  readonly ownOnly?: boolean;
}

const textOf = (filter: Filter | undefined): string => JSON.stringify(filter ?? {});

/** A filter that consists of one alternative is shown as that group, not as a group within a group. */
function rootOf(filter: Filter | undefined): GroupNode {
  const root = toTree(filter);
  const [only] = root.children;
  return root.children.length === 1 && only?.kind === 'group' && !only.not ? only : root;
}

const isEmpty = (filter: Filter | undefined): boolean => Object.keys(filter ?? {}).length === 0;

function withCondition(root: GroupNode, { path, field }: FilterField): GroupNode {
  const { operator, value } = startOf(field);
  const added = condition(path, operator, value);
  return root.match === 'all' ? { ...root, children: [...root.children, added] } : group('all', [root, added]);
}

/** Edits the filter of a list: conditions in groups of all or any, up to three levels deep. */
export function FilterBuilder({ model, value, onChange, startField, ownOnly }: FilterBuilderProps) {
  const registry = useRegistry();
  const fields = useMemo(() => filterFields(model, registry, ownOnly), [model, registry, ownOnly]);
  const [root, setRoot] = useState(() => {
    const start = fields.find(({ path }) => path === (startField ?? (isEmpty(value) ? fields[0]?.path : undefined)));
    return start ? withCondition(rootOf(value), start) : rootOf(value);
  });
  const sent = useRef(textOf(value));
  // The filter may also change elsewhere, by a chip or a saved view.
  useEffect(() => {
    if (textOf(value) === sent.current) return;
    sent.current = textOf(value);
    setRoot(rootOf(value));
  }, [value]);
  const change = (next: GroupNode) => {
    setRoot(next);
    const filter = toFilter(next) ?? {};
    if (textOf(filter) === sent.current) return;
    sent.current = textOf(filter);
    onChange(filter);
  };
  const after = (id: string, node: FilterNode | undefined): GroupNode => {
    if (id !== root.id) return replaceNode(root, id, node);
    return node?.kind === 'group' ? node : group('all', []);
  };
  const fits = (node: FilterNode) => {
    const next = after(node.id, node);
    return treeDepth(next) <= maxDepth && countConditions(next) <= maxConditions;
  };
  return (
    <FilterGroup node={root} fields={fields} isRoot onReplace={(id, node) => change(after(id, node))} fits={fits} />
  );
}

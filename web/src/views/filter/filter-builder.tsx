import { useEffect, useMemo, useRef, useState } from 'react';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type FilterField, filterFields, startOf } from './fields.ts';
import { FilterGroup } from './filter-group.tsx';
import type { OtherConditions } from './other-conditions.ts';
import {
  condition,
  countConditions,
  type FilterNode,
  type GroupNode,
  group,
  incompleteIds,
  maxConditions,
  maxDepth,
  replaceNode,
  type ShowAs,
  toFilter,
  toTree,
  treeDepth,
  wrongJson,
} from './tree.ts';

interface FilterBuilderProps {
  readonly model: Model;
  readonly value: Filter | undefined;
  /**
   * Called with the complete conditions on every change. `wrong` is the value of a condition in JSON that is not an
   * object; the filter is without it.
   */
  readonly onChange: (filter: Filter, wrong?: unknown) => void;
  /** A field for which a condition is added when the builder opens. */
  readonly startField?: string | undefined;
  /** True when conditions on referenced records are not possible. */
  readonly ownOnly?: boolean;
  /** Conditions that are not about a field. */
  readonly others?: OtherConditions | undefined;
  /**
   * Set when all conditions are to be complete before the filter is saved: the builder marks the others, and says
   * whether there are any. A first condition that nobody has changed does not count.
   */
  readonly onIncomplete?: ((isIncomplete: boolean) => void) | undefined;
}

const textOf = (filter: Filter | undefined): string => JSON.stringify(filter ?? {});

/** A filter that consists of one alternative is shown as that group, not as a group within a group. */
function rootOf(filter: Filter | undefined, showAs: ShowAs | undefined): GroupNode {
  const root = toTree(filter, showAs);
  const [only] = root.children;
  return root.children.length === 1 && only?.kind === 'group' ? only : root;
}

const isEmpty = (filter: Filter | undefined): boolean => Object.keys(filter ?? {}).length === 0;

function withCondition(root: GroupNode, { path, field }: FilterField): GroupNode {
  const { operator, value } = startOf(field);
  const added = condition(path, operator, value);
  return root.match === 'all' && !root.not
    ? { ...root, children: [...root.children, added] }
    : group('all', [root, added]);
}

/** Edits the filter of a list: conditions in groups of all, any or none, up to three levels deep. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { model, value, onChange, startField, ownOnly, others, onIncomplete } = props;
  const registry = useRegistry();
  const fields = useMemo(() => filterFields(model, registry, ownOnly), [model, registry, ownOnly]);
  const [root, setRoot] = useState(() => {
    const start = fields.find(({ path }) => path === (startField ?? (isEmpty(value) ? fields[0]?.path : undefined)));
    return start ? withCondition(rootOf(value, others?.showAs), start) : rootOf(value, others?.showAs);
  });
  const sent = useRef(textOf(value));
  const sentWrong = useRef<unknown>(undefined);
  const showAs = others?.showAs;
  // The filter may also change elsewhere, by a chip or a saved view.
  useEffect(() => {
    if (textOf(value) === sent.current) return;
    sent.current = textOf(value);
    sentWrong.current = undefined;
    const next = rootOf(value, showAs);
    setRoot(next);
    setUntouched(next);
  }, [value, showAs]);
  const [untouched, setUntouched] = useState(root);
  const incomplete = useMemo(
    () => new Set(onIncomplete === undefined || root === untouched ? [] : incompleteIds(root)),
    [root, untouched, onIncomplete],
  );
  const hasIncomplete = incomplete.size > 0;
  const tell = useRef(onIncomplete);
  tell.current = onIncomplete;
  useEffect(() => tell.current?.(hasIncomplete), [hasIncomplete]);
  const change = (next: GroupNode) => {
    setRoot(next);
    const filter = toFilter(next) ?? {};
    const wrong = wrongJson(next);
    if (textOf(filter) === sent.current && wrong === sentWrong.current) return;
    sent.current = textOf(filter);
    sentWrong.current = wrong;
    onChange(filter, wrong);
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
    <FilterGroup
      node={root}
      fields={fields}
      others={others}
      incomplete={incomplete}
      isRoot
      onReplace={(id, node) => change(after(id, node))}
      fits={fits}
    />
  );
}

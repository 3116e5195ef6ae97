import type { Filter } from '~/api/records.ts';
import type { Operator } from '~/fields/kind.ts';

/** A condition: field, operator, value. The field may be one reference away: `accountId.name`. */
export interface ConditionNode {
  readonly kind: 'condition';
  readonly id: string;
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** A group of conditions, joined by all or any. With `not` it matches the other records. */
export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly match: 'all' | 'any';
  readonly not: boolean;
  readonly children: readonly FilterNode[];
}

export type FilterNode = ConditionNode | GroupNode;

/** The server rejects deeper groups and more conditions. */
export const maxDepth = 3;
export const maxConditions = 50;

const groupKeys = new Set(['and', 'or', 'not']);

let lastId = 0;
const nextId = (): string => {
  lastId += 1;
  return `n${lastId}`;
};

export const condition = (field: string, operator: Operator, value: unknown): ConditionNode => ({
  kind: 'condition',
  id: nextId(),
  field,
  operator,
  value,
});

export const group = (match: 'all' | 'any', children: readonly FilterNode[], not = false): GroupNode => ({
  kind: 'group',
  id: nextId(),
  match,
  not,
  children,
});

type MutableFilter = Record<string, unknown>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the JSON form of a filter. The root is a group that joins its children by all. */
export function toTree(filter: Filter | undefined): GroupNode {
  return group('all', childrenOf(filter ?? {}));
}

function childrenOf(filter: Filter): FilterNode[] {
  return Object.entries(filter).flatMap(([key, value]): FilterNode[] => {
    if (key === 'or' && Array.isArray(value)) return [group('any', value.map(nodeOf))];
    if (key === 'and' && Array.isArray(value)) return value.flatMap((part) => (isObject(part) ? childrenOf(part) : []));
    if (key === 'not' && isObject(value)) return [negated(value)];
    if (groupKeys.has(key)) return [];
    if (!isObject(value)) return [condition(key, 'eq', value)];
    return Object.entries(value).map(([operator, operand]) => condition(key, operator as Operator, operand));
  });
}

/** Parses one alternative of an `or`. */
function nodeOf(filter: unknown): FilterNode {
  const children = isObject(filter) ? childrenOf(filter) : [];
  const [only] = children;
  return children.length === 1 && only ? only : group('all', children);
}

function negated(filter: Filter): GroupNode {
  const children = childrenOf(filter);
  const [only] = children;
  return children.length === 1 && only?.kind === 'group' && !only.not
    ? { ...only, not: true }
    : group('all', children, true);
}

/** True when a condition has the value that it needs. */
function isComplete({ operator, value }: ConditionNode): boolean {
  if (operator === 'null') return typeof value === 'boolean';
  if (operator === 'in' || operator === 'nin') return Array.isArray(value) && value.length > 0;
  if (operator === 'between')
    return (
      // The value is the name of a period.
      (typeof value === 'string' && value !== '') ||
      (Array.isArray(value) &&
        value.length === 2 &&
        value.every((end) => end !== undefined && end !== null && end !== ''))
    );
  return value !== undefined && value !== null && value !== '';
}

/** The JSON form of all complete conditions; undefined when there are none. */
export function toFilter(root: GroupNode): Filter | undefined {
  const parts = partsOf(root, isComplete);
  return Object.keys(parts).length === 0 ? undefined : parts;
}

type Takes = (node: ConditionNode) => boolean;

function partsOf(node: FilterNode, takes: Takes): MutableFilter {
  if (node.kind === 'condition') return takes(node) ? conditionPart(node) : {};
  const parts = node.children.map((child) => partsOf(child, takes)).filter((part) => Object.keys(part).length > 0);
  const inner = node.match === 'any' ? anyOf(parts) : allOf(parts);
  return node.not && parts.length > 0 ? { not: inner } : inner;
}

const conditionPart = ({ field, operator, value }: ConditionNode): MutableFilter => ({
  [field]: operator === 'eq' ? value : { [operator]: value },
});

function anyOf(parts: readonly MutableFilter[]): MutableFilter {
  return parts.length > 1 ? { or: parts } : (parts[0] ?? {});
}

/** Merges the parts into one object. Parts with a key that is already taken go into `and`. */
function allOf(parts: readonly MutableFilter[]): MutableFilter {
  const result: MutableFilter = {};
  const rest: MutableFilter[] = [];
  for (const part of parts) {
    const left: MutableFilter = {};
    for (const [key, value] of Object.entries(part)) {
      if (key === 'and' && Array.isArray(value)) rest.push(...value);
      else if (!(key in result)) result[key] = value;
      else if (!groupKeys.has(key) && canJoin(result[key], value))
        result[key] = { ...asOperators(result[key]), ...asOperators(value) };
      else left[key] = value;
    }
    if (Object.keys(left).length > 0) rest.push(left);
  }
  return rest.length === 0 ? result : { ...result, and: rest };
}

const asOperators = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : { eq: value });

const canJoin = (before: unknown, more: unknown): boolean =>
  Object.keys(asOperators(more)).every((operator) => !(operator in asOperators(before)));

/** The depth of groups in a filter. */
export function depthOf(filter: Filter | undefined): number {
  let depth = 0;
  for (const [key, value] of Object.entries(filter ?? {})) {
    if (!groupKeys.has(key)) continue;
    const parts = Array.isArray(value) ? value : [value];
    depth = Math.max(depth, 1 + Math.max(0, ...parts.map((part) => (isObject(part) ? depthOf(part) : 0))));
  }
  return depth;
}

/** The depth of a tree when all its conditions are complete. */
export const treeDepth = (root: GroupNode): number => depthOf(partsOf(root, () => true));

export const countConditions = (node: FilterNode): number =>
  node.kind === 'condition' ? 1 : node.children.reduce((count, child) => count + countConditions(child), 0);

/** Replaces the node with this id. Undefined removes the node, and all groups that become empty. */
export function replaceNode(root: GroupNode, id: string, node: FilterNode | undefined): GroupNode {
  const children = root.children.flatMap((child): FilterNode[] => {
    if (child.id === id) return node ? [node] : [];
    if (child.kind === 'condition') return [child];
    const changed = replaceNode(child, id, node);
    return changed.children.length === 0 && child.children.length > 0 ? [] : [changed];
  });
  return { ...root, children };
}

/** Adds conditions that must also match, without adding a level of groups. */
export function withAll(filter: Filter | undefined, more: Filter): Filter {
  if (!filter || Object.keys(filter).length === 0) return more;
  const before = Array.isArray(filter.and) ? filter.and : [];
  return { ...filter, and: [...before, more] };
}

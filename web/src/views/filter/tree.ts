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

/** A condition that is not about a field, such as an event of a segment. The owner of the builder declares it. */
export interface OtherNode {
  readonly kind: 'other';
  readonly id: string;
  /** The key in the filter. Null is a part of the filter that is edited as JSON: its value is the whole part. */
  readonly key: string | null;
  readonly value: unknown;
}

export type FilterNode = ConditionNode | OtherNode | GroupNode;

/** Returns the kind of node that shows a key of the filter with this value. */
export type ShowAs = (key: string, value: unknown) => 'field' | 'other' | 'json';

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

export const other = (key: string | null, value: unknown): OtherNode => ({ kind: 'other', id: nextId(), key, value });

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

/** True for an object of JSON. Typed text that cannot be parsed is an object of a class. */
const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Parses the JSON form of a filter. The root is a group that joins its children by all. With `showAs`, parts that the
 * tree cannot express become nodes of JSON, so that they do not change.
 */
export function toTree(filter: Filter | undefined, showAs?: ShowAs): GroupNode {
  const root = group('all', childrenOf(filter ?? {}, showAs));
  return showAs === undefined || hasMeaning(root, filter ?? {}) ? root : group('all', [other(null, filter)]);
}

const childrenOf = (filter: Filter, showAs: ShowAs | undefined): FilterNode[] =>
  Object.entries(filter).flatMap(([key, value]) => {
    const nodes = nodesOf(key, value, showAs);
    return showAs === undefined || hasMeaning(group('all', nodes), { [key]: value })
      ? nodes
      : [other(null, { [key]: value })];
  });

function nodesOf(key: string, value: unknown, showAs: ShowAs | undefined): FilterNode[] {
  if (key === 'or' && Array.isArray(value))
    return [
      group(
        'any',
        value.map((part) => nodeOf(part, showAs)),
      ),
    ];
  if (key === 'and' && Array.isArray(value))
    return value.flatMap((part) => (isObject(part) ? childrenOf(part, showAs) : []));
  if (key === 'not' && isObject(value)) return [negated(value, showAs)];
  if (groupKeys.has(key)) return [];
  const shown = showAs?.(key, value) ?? 'field';
  if (shown !== 'field') return [shown === 'other' ? other(key, value) : other(null, { [key]: value })];
  if (!isObject(value)) return [condition(key, 'eq', value)];
  return Object.entries(value).map(([operator, operand]) => condition(key, operator as Operator, operand));
}

/** Parses one alternative of an `or`. */
function nodeOf(filter: unknown, showAs: ShowAs | undefined): FilterNode {
  const children = isObject(filter) ? childrenOf(filter, showAs) : [];
  const [only] = children;
  return children.length === 1 && only ? only : group('all', children);
}

function negated(filter: Filter, showAs: ShowAs | undefined): GroupNode {
  const children = childrenOf(filter, showAs);
  const [only] = children;
  if (children.length !== 1 || !only) return group('all', children, true);
  return only.kind === 'group' && !only.not ? { ...only, not: true } : group('any', [only], true);
}

/** True when the group has the meaning of a filter, whose conditions may be in another order. */
const hasMeaning = (root: GroupNode, filter: Filter): boolean =>
  meaningOf(toFilter(root) ?? {}).join() === meaningOf(filter).join();

/** The conditions of a filter as texts, sorted. Those in `and` are joined by all, as those beside it. */
function meaningOf(filter: unknown): string[] {
  if (!isObject(filter)) return [JSON.stringify(filter)];
  return Object.entries(filter)
    .flatMap(([key, value]) => {
      if (key === 'and' && Array.isArray(value)) return value.flatMap(meaningOf);
      if (key === 'or' && Array.isArray(value) && value.length === 1) return meaningOf(value[0]);
      if (key === 'or' && Array.isArray(value)) return [JSON.stringify({ or: value.map(meaningOf) })];
      if (key === 'not') return [JSON.stringify({ not: meaningOf(value) })];
      return Object.entries(asOperators(value)).map((one) => JSON.stringify([key, ...one]));
    })
    .sort();
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

/** True when another condition has its value, and an object has all its values. */
const isCompleteOther = ({ key, value }: OtherNode): boolean => {
  if (key === null) return isJsonObject(value);
  const parts = isObject(value) ? Object.values(value) : [value];
  return parts.every((part) => part !== undefined && part !== null && part !== '');
};

/** The ids of the conditions without the value that they need. JSON that cannot be parsed has a problem of its own. */
export function incompleteIds(node: FilterNode): readonly string[] {
  if (node.kind === 'group') return node.children.flatMap(incompleteIds);
  const isFine = node.kind === 'other' ? node.key === null || isCompleteOther(node) : isComplete(node);
  return isFine ? [] : [node.id];
}

/** The JSON form of all complete conditions; undefined when there are none. */
export function toFilter(root: GroupNode): Filter | undefined {
  const parts = partsOf(root, (node) => (node.kind === 'other' ? isCompleteOther(node) : isComplete(node)));
  return Object.keys(parts).length === 0 ? undefined : parts;
}

type Takes = (node: ConditionNode | OtherNode) => boolean;

function partsOf(node: FilterNode, takes: Takes): MutableFilter {
  if (node.kind !== 'group') return takes(node) ? partOf(node) : {};
  const parts = node.children.map((child) => partsOf(child, takes)).filter((part) => Object.keys(part).length > 0);
  const inner = node.match === 'any' ? anyOf(parts) : allOf(parts);
  return node.not && parts.length > 0 ? { not: inner } : inner;
}

const conditionPart = ({ field, operator, value }: ConditionNode): MutableFilter => ({
  [field]: operator === 'eq' ? value : { [operator]: value },
});

function partOf(node: ConditionNode | OtherNode): MutableFilter {
  if (node.kind === 'condition') return conditionPart(node);
  const { key, value } = node;
  return key !== null ? { [key]: value } : isJsonObject(value) ? value : {};
}

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

/** Other conditions, such as `{event: {type: …}}`, have keys that are no operators, and are not merged. */
const operators: ReadonlySet<string> = new Set<Operator>([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'contains',
  'startsWith',
  'endsWith',
  'between',
  'null',
]);

function canJoin(before: unknown, more: unknown): boolean {
  const [taken, added] = [asOperators(before), asOperators(more)];
  return (
    Object.keys(taken).every((key) => operators.has(key)) &&
    Object.keys(added).every((key) => operators.has(key) && !(key in taken))
  );
}

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
  node.kind !== 'group' ? 1 : node.children.reduce((count, child) => count + countConditions(child), 0);

/** The value of a JSON node that is not an object, such as text that cannot be parsed; undefined when there is none. */
export function wrongJson(node: FilterNode): unknown {
  if (node.kind === 'group') return node.children.map(wrongJson).find((value) => value !== undefined);
  return node.kind === 'other' && node.key === null && !isJsonObject(node.value) ? node.value : undefined;
}

/** Replaces the node with this id. Undefined removes the node, and all groups that become empty. */
export function replaceNode(root: GroupNode, id: string, node: FilterNode | undefined): GroupNode {
  const children = root.children.flatMap((child): FilterNode[] => {
    if (child.id === id) return node ? [node] : [];
    if (child.kind !== 'group') return [child];
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

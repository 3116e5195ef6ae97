import { type Flow, type Step, waysOf } from './step.ts';

export const nodeWidth = 250;
export const nodeHeight = 84;
export const endWidth = 176;
const columnWidth = nodeWidth + 30;
const levelHeight = nodeHeight + 76;

/** The id of the node of the trigger. Keys of steps have no space. */
export const triggerId = 'the trigger';

/** The end of a way: the place where a step can be added. */
export const endId = (from: string, part: string): string => `${from} ${part}`;

export interface Placed {
  readonly id: string;
  readonly kind: 'trigger' | 'step' | 'end';
  readonly x: number;
  readonly y: number;
  readonly step?: Step;
}

export interface Edge {
  readonly from: string;
  readonly part: string;
  readonly to: string;
}

interface Node {
  readonly id: string;
  readonly children: Node[];
  level: number;
}

/** The edges of a flow, with one to the end for each way that names no step. */
export function edgesOf({ steps }: Flow): readonly Edge[] {
  const known = new Set(steps.map(({ key }) => key));
  const edge = (from: string, part: string, to: string | null): Edge => ({
    from,
    part,
    to: to !== null && known.has(to) ? to : endId(from, part),
  });
  return [
    edge(triggerId, 'next', steps[0]?.key ?? null),
    ...steps.flatMap((step) => waysOf(step).map(({ part, to }) => edge(step.key, part, to))),
  ];
}

/** Edges that lead on. Those that lead back to a step on the way to them are left out, so that levels have an end. */
function forward(edges: readonly Edge[], roots: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const following = Map.groupBy(edges, ({ from }) => from);
  const result = new Map<string, string[]>();
  const open = new Set<string>();
  const visit = (id: string): void => {
    if (result.has(id)) return;
    open.add(id);
    const targets = (following.get(id) ?? []).map(({ to }) => to);
    const kept: string[] = [];
    result.set(id, kept);
    for (const to of targets)
      if (!open.has(to)) {
        kept.push(to);
        visit(to);
      }
    open.delete(id);
  };
  for (const root of roots) visit(root);
  return result;
}

/** The level of each node: one below the lowest node that leads to it. */
function levelsOf(following: ReadonlyMap<string, readonly string[]>, roots: readonly string[]): Map<string, number> {
  const levels = new Map<string, number>();
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const to of following.get(id) ?? []) visit(to);
    order.unshift(id);
  };
  for (const root of roots) visit(root);
  for (const id of order) {
    const level = levels.get(id) ?? 0;
    for (const to of following.get(id) ?? []) levels.set(to, Math.max(levels.get(to) ?? 0, level + 1));
    levels.set(id, level);
  }
  return levels;
}

/** A tree of the nodes: each below one of the nodes of the level above that lead to it. */
function treesOf(following: ReadonlyMap<string, readonly string[]>, levels: ReadonlyMap<string, number>): Node[] {
  const nodes = new Map<string, Node>([...levels].map(([id, level]) => [id, { id, level, children: [] }]));
  const hasParent = new Set<string>();
  for (const [from, targets] of following)
    for (const to of targets) {
      const child = nodes.get(to);
      if (!child || hasParent.has(to) || child.level !== (levels.get(from) ?? 0) + 1) continue;
      hasParent.add(to);
      nodes.get(from)?.children.push(child);
    }
  return [...nodes.values()].filter(({ id }) => !hasParent.has(id));
}

/** The places of all nodes, from the trigger downwards. Steps that nothing leads to are beside it. */
export function layoutOf(flow: Flow): readonly Placed[] {
  const edges = edgesOf(flow);
  const reached = new Set(edges.map(({ to }) => to));
  const roots = [triggerId, ...flow.steps.map(({ key }) => key).filter((key) => !reached.has(key))];
  // Steps that lead only to each other have no root.
  const all = [...roots, ...flow.steps.map(({ key }) => key)];
  const following = forward(edges, all);
  const levels = levelsOf(following, all);
  const steps = new Map(flow.steps.map((step) => [step.key, step]));
  const placed: Placed[] = [];
  let column = 0;
  const place = (node: Node): number => {
    const centers = node.children.map(place);
    const center = centers.length === 0 ? column : ((centers[0] ?? 0) + (centers.at(-1) ?? 0)) / 2;
    if (centers.length === 0) column += 1;
    const step = steps.get(node.id);
    const kind = node.id === triggerId ? 'trigger' : step ? 'step' : 'end';
    const width = kind === 'end' ? endWidth : nodeWidth;
    const x = center * columnWidth + (nodeWidth - width) / 2;
    placed.push({ id: node.id, kind, x, y: node.level * levelHeight, ...(step && { step }) });
    return center;
  };
  const trees = treesOf(following, levels);
  for (const tree of trees.sort((a, b) => Number(b.id === triggerId) - Number(a.id === triggerId))) place(tree);
  return placed;
}

/** The steps in the order in which a record comes to them, as the list shows them. */
export function inOrder(flow: Flow): readonly Step[] {
  const steps = new Map(flow.steps.map((step) => [step.key, step]));
  const found = new Set<Step>();
  const visit = (key: string | null): void => {
    const step = key === null ? undefined : steps.get(key);
    if (!step || found.has(step)) return;
    found.add(step);
    for (const { to } of waysOf(step)) visit(to);
  };
  for (const { key } of flow.steps) visit(key);
  return [...found];
}

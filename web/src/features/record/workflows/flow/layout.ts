import { type Flow, type Step, waysOf } from './step.ts';

export const nodeWidth = 250;
export const nodeHeight = 84;
export const endWidth = 176;
export const columnWidth = nodeWidth + 30;
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

interface Edge {
  readonly from: string;
  readonly part: string;
  readonly to: string;
}

type Following = ReadonlyMap<string, readonly string[]>;

interface Node {
  readonly id: string;
  readonly children: Node[];
  readonly level: number;
}

/** The edges of a flow, with one to the end for each way that names no step. */
function edgesOf({ steps }: Flow): readonly Edge[] {
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
function forward(edges: readonly Edge[], roots: readonly string[]): Following {
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
function levelsOf(following: Following, roots: readonly string[]): Map<string, number> {
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

/**
 * Adds a node for each level that an edge passes, so that the edge has a column of its own and does not cross the nodes
 * beside it.
 */
function withPassing(following: Following, levels: Map<string, number>): Following {
  const result = new Map<string, string[]>();
  const passing = new Map<string, string[]>();
  for (const [from, targets] of following) {
    const start = levels.get(from) ?? 0;
    const firsts = targets.map((to, n) => {
      let below = to;
      for (let level = (levels.get(to) ?? 0) - 1; level > start; level -= 1) {
        const id = passingId(from, to, n, level);
        levels.set(id, level);
        passing.set(id, [below]);
        below = id;
      }
      return below;
    });
    result.set(from, firsts);
  }
  return new Map([...result, ...passing]);
}

const passingId = (from: string, to: string, way: number, level: number): string => `${from} ${way} ${to} ${level}`;

/** A tree of the nodes: each below one of the nodes of the level above that lead to it. */
function treesOf(following: Following, levels: ReadonlyMap<string, number>): Node[] {
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

/** Gives each tree columns of its own. A node is in the middle above those below it. */
function columnsOf(trees: readonly Node[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  let column = 0;
  const place = (node: Node): number => {
    const centers = node.children.map(place);
    const center = centers.length === 0 ? column : ((centers[0] ?? 0) + (centers.at(-1) ?? 0)) / 2;
    if (centers.length === 0) column += 1;
    columns.set(node.id, center);
    return center;
  };
  for (const tree of [...trees].sort((a, b) => Number(b.id === triggerId) - Number(a.id === triggerId))) place(tree);
  return columns;
}

export interface Layout {
  readonly nodes: readonly Placed[];
  readonly edges: readonly PlacedEdge[];
}

export interface PlacedEdge extends Edge {
  /** The middle of the column in which the edge passes other levels. */
  readonly via?: number;
}

/** The places of all nodes, from the trigger downwards. Steps that nothing leads to are beside it. */
export function layoutOf(flow: Flow): Layout {
  const edges = edgesOf(flow);
  const reached = new Set(edges.map(({ to }) => to));
  const keys = flow.steps.map(({ key }) => key);
  // Steps that lead only to each other have no root.
  const roots = [triggerId, ...keys.filter((key) => !reached.has(key)), ...keys];
  const direct = forward(edges, roots);
  const levels = levelsOf(direct, roots);
  const known = [...levels.keys()];
  const columns = columnsOf(treesOf(withPassing(direct, levels), levels));
  const steps = new Map(flow.steps.map((step) => [step.key, step]));
  const nodes = known.map((id): Placed => {
    const step = steps.get(id);
    const kind = id === triggerId ? 'trigger' : step ? 'step' : 'end';
    const x = (columns.get(id) ?? 0) * columnWidth + (nodeWidth - (kind === 'end' ? endWidth : nodeWidth)) / 2;
    return { id, kind, x, y: (levels.get(id) ?? 0) * levelHeight, ...(step && { step }) };
  });
  const viaOf = ({ from, to }: Edge): number | undefined => {
    const way = (direct.get(from) ?? []).indexOf(to);
    return columns.get(passingId(from, to, way, (levels.get(from) ?? 0) + 1));
  };
  const placed = edges.map((edge): PlacedEdge => {
    const column = viaOf(edge);
    return column === undefined ? edge : { ...edge, via: column * columnWidth + nodeWidth / 2 };
  });
  return { nodes, edges: placed };
}

/** The steps in the order in which a record comes to them, as the list shows them: each after all that lead to it. */
export function inOrder(flow: Flow): readonly Step[] {
  const steps = new Map(flow.steps.map((step) => [step.key, step]));
  const found = new Set<Step>();
  const visit = (key: string | null, order: Step[]): Step[] => {
    const step = key === null ? undefined : steps.get(key);
    if (!step || found.has(step)) return order;
    found.add(step);
    for (const { to } of waysOf(step).toReversed()) visit(to, order);
    order.unshift(step);
    return order;
  };
  return flow.steps.flatMap(({ key }) => visit(key, []));
}

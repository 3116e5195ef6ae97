import type { BlockNode } from './nodes.ts';

/** The maximum depth of columns within columns. */
export const maxDepth = 3;

/** The key of the page's own list. Each column has its own key. */
export const pageKey = 'page';
export const columnKey = (columnsId: string, column: number): string => `${columnsId} / ${column}`;

/** A list into which a block can be moved. */
export interface Place {
  readonly key: string;
  /** The number of the block and of the column, both counted from 1. Both are 0 for the page's own list. */
  readonly block: number;
  readonly column: number;
}

/** A position in a list: before a block, or at its end. */
export interface Target {
  readonly key: string;
  readonly before?: string | undefined;
}

type Nodes = readonly BlockNode[];

const heightOf = ({ columns }: BlockNode): number => (columns ? 1 + Math.max(0, ...columns.flat().map(heightOf)) : 0);

/**
 * The lists that can accept a block. Its own list, lists within it, and lists that would become too deep are excluded.
 */
export function placesFor(nodes: Nodes, moved: BlockNode): Place[] {
  const height = heightOf(moved);
  const places: Place[] = [];
  let blocks = 0;
  const visit = (list: Nodes, place: Place, depth: number): void => {
    if (!list.includes(moved) && depth + height <= maxDepth) places.push(place);
    for (const node of list) {
      if (!node.columns) continue;
      blocks += 1;
      const block = blocks;
      if (node.id === moved.id) continue;
      for (const [n, column] of node.columns.entries())
        visit(column, { key: columnKey(node.id, n), block, column: n + 1 }, depth + 1);
    }
  };
  visit(nodes, { key: pageKey, block: 0, column: 0 }, 0);
  return places;
}

/** Moves a block from its list to a target in another one. */
export function moveNode(nodes: Nodes, moved: BlockNode, { key, before }: Target): Nodes {
  const change = (list: Nodes, own: string): Nodes => {
    const kept = list.filter(({ id }) => id !== moved.id);
    const inside = kept.map((node) =>
      node.columns
        ? { ...node, columns: node.columns.map((column, n) => change(column, columnKey(node.id, n))) }
        : node,
    );
    if (own !== key) return inside;
    const at = inside.findIndex(({ id }) => id === before);
    return at < 0 ? [...inside, moved] : inside.toSpliced(at, 0, moved);
  };
  return change(nodes, pageKey);
}

/** All lists of a page, by key. */
function listsOf(nodes: Nodes, key = pageKey): readonly (readonly [string, Nodes])[] {
  const within = nodes.flatMap(({ id, columns = [] }) => columns.flatMap((list, n) => listsOf(list, columnKey(id, n))));
  return [[key, nodes], ...within];
}

/**
 * The target after an arrow key, for a block that is moved by keyboard. Left and right go through the lists, up and
 * down through positions of the target list. Without a target the block stays in its own list, where the sorting code
 * handles up and down.
 */
export function stepTarget(
  nodes: Nodes,
  moved: BlockNode,
  target: Target | undefined,
  key: string,
): { readonly target: Target | undefined } | false {
  const allowed = new Set(placesFor(nodes, moved).map((place) => place.key));
  const lists = listsOf(nodes).filter(([name, list]) => allowed.has(name) || list.includes(moved));
  const at = lists.findIndex(([name, list]) => (target ? name === target.key : list.includes(moved)));
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = lists.at((at + (key === 'ArrowRight' ? 1 : -1)) % lists.length);
    return { target: !next || next[1].includes(moved) ? undefined : { key: next[0] } };
  }
  if (!target || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
  const ids = (lists[at]?.[1] ?? []).map(({ id }) => id);
  const place = target.before === undefined ? ids.length : ids.indexOf(target.before);
  const before = ids[Math.min(ids.length, Math.max(0, place + (key === 'ArrowDown' ? 1 : -1)))];
  return { target: { key: target.key, before } };
}

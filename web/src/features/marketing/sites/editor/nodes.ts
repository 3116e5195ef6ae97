import type { Block } from '../site.ts';

/**
 * A block in the editor, with an id. Stored blocks have none, but React must keep the element of a block that is moved
 * or edited.
 */
export interface BlockNode {
  readonly id: string;
  readonly block: Block;
  /** The blocks in each column, for a column block. */
  readonly columns?: readonly (readonly BlockNode[])[];
}

let made = 0;
const newId = (): string => {
  made += 1;
  return `block ${made}`;
};

const columnsOf = ({ columns }: Block): readonly (readonly Block[])[] | undefined =>
  Array.isArray(columns) ? columns.map((column) => (Array.isArray(column) ? (column as Block[]) : [])) : undefined;

export function toNode(block: Block): BlockNode {
  const columns = block.type === 'columns' ? (columnsOf(block) ?? [[], []]) : undefined;
  return { id: newId(), block, ...(columns && { columns: columns.map(toNodes) }) };
}

export const toNodes = (blocks: readonly Block[]): BlockNode[] => blocks.map(toNode);

export const toBlocks = (nodes: readonly BlockNode[]): Block[] =>
  nodes.map(({ block, columns }) => (columns ? { ...block, columns: columns.map(toBlocks) } : block));

/** A copy with new ids. */
export const copyOf = (node: BlockNode): BlockNode => toNode(toBlocks([node])[0] ?? node.block);

/** Finds a block by id, in any column. */
export function findNode(nodes: readonly BlockNode[], id: string): BlockNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode((node.columns ?? []).flat(), id);
    if (found) return found;
  }
  return undefined;
}

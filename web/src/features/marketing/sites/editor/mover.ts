import type { BlockNode } from './nodes.ts';

/** Moves blocks between the page and its columns. */
export interface Mover {
  /** Where a block can go, with a name for each place. */
  readonly places: (node: BlockNode) => readonly { readonly key: string; readonly label: string }[];
  readonly move: (node: BlockNode, key: string, before?: string) => void;
}

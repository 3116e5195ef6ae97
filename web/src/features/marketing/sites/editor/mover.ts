import type { Target } from './move-nodes.ts';
import type { BlockNode } from './nodes.ts';

/** Moves blocks between the page and its columns. */
export interface Mover {
  /** Where a block can go, with a name for each place. */
  readonly places: (node: BlockNode) => readonly { readonly key: string; readonly label: string }[];
  readonly move: (node: BlockNode, target: Target) => void;
  /** Where the block that is held would land; undefined while that is its own list. */
  readonly target: Target | undefined;
  readonly aim: (node: BlockNode, target: Target | undefined) => void;
  /** Aims where an arrow key leads; false when the key does not mean another list. */
  readonly step: (node: BlockNode, key: string) => boolean;
}

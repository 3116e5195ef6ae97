import type { Target } from './move-nodes.ts';
import type { BlockNode } from './nodes.ts';

/** Moves blocks between the page and its columns. */
export interface Mover {
  /** The lists into which a block can be moved, with their names. */
  readonly places: (node: BlockNode) => readonly { readonly key: string; readonly label: string }[];
  readonly move: (node: BlockNode, target: Target) => void;
  /** The position where the dragged block would land; undefined within its own list. */
  readonly target: Target | undefined;
  readonly aim: (node: BlockNode, target: Target | undefined) => void;
  /** Aims in the direction of an arrow key. Returns false if the key does not move the block to another list. */
  readonly step: (node: BlockNode, key: string) => boolean;
}

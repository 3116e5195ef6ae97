import type { OtherLists } from '~/ui/sortable.tsx';
import type { Point } from '~/ui/track-pointer.ts';
import { dropTarget } from './drop-target.ts';
import type { Target } from './move-nodes.ts';
import type { Mover } from './mover.ts';
import type { BlockNode } from './nodes.ts';

/** Lets blocks of a list be dropped into other lists of the page that accept them. */
export function otherListsOf(place: string, nodes: readonly BlockNode[], mover: Mover): OtherLists {
  const nodeOf = (id: string) => nodes.find((one) => one.id === id);
  const targetAt = (node: BlockNode, point: Point): Target | undefined => {
    const target = dropTarget(node.id, point);
    if (!target || target.key === place) return undefined;
    return mover.places(node).some(({ key }) => key === target.key) ? target : undefined;
  };
  return {
    moveTo(id, point) {
      const node = nodeOf(id);
      if (node) mover.aim(node, targetAt(node, point));
    },
    press(id, key) {
      const node = nodeOf(id);
      return node !== undefined && mover.step(node, key);
    },
    drop(id, point) {
      const node = nodeOf(id);
      const target = node && (point ? targetAt(node, point) : mover.target);
      if (node) mover.aim(node, undefined);
      if (node && target) mover.move(node, target);
      return target !== undefined;
    },
    cancel() {
      for (const node of nodes) mover.aim(node, undefined);
    },
  };
}

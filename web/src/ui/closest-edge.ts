import type { CollisionDetection } from '@dnd-kit/core';

/**
 * Picks the row with the nearest upper or lower edge. Comparing centres fails for a tall row that the keyboard moves
 * past a small one: it would stay over itself. The sensor aligns upper edges on the way up and lower edges on the way
 * down.
 */
export const closestEdge: CollisionDetection = ({ collisionRect, droppableRects, droppableContainers }) =>
  droppableContainers
    .flatMap((droppableContainer) => {
      const rect = droppableRects.get(droppableContainer.id);
      if (!rect) return [];
      const value = Math.min(Math.abs(rect.top - collisionRect.top), Math.abs(rect.bottom - collisionRect.bottom));
      return [{ id: droppableContainer.id, data: { droppableContainer, value } }];
    })
    .sort((a, b) => a.data.value - b.data.value);

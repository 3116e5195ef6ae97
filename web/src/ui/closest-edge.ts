import type { CollisionDetection } from '@dnd-kit/core';

/**
 * The row whose upper or lower edge is nearest. By their centres a tall row would stay over itself when the keyboard moves it by the
 * height of a small one: the sensor aligns upper edges on the way up, and lower edges on the way down.
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

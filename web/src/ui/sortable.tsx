import {
  type Announcements,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { closestEdge } from './closest-edge.ts';

/** A place on the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const pointOf = (event: Event | null, delta: Point): Point | undefined => {
  const start =
    event instanceof MouseEvent
      ? event
      : globalThis.TouchEvent && event instanceof TouchEvent
        ? event.touches[0]
        : undefined;
  return start && { x: start.clientX + delta.x, y: start.clientY + delta.y };
};

interface SortableProps {
  /** In their order, each with its name for screen readers. */
  readonly items: readonly { readonly id: string; readonly label: string }[];
  readonly onOrder: (ids: string[]) => void;
  /** Called first: true when the entry was dropped somewhere else. The keyboard drops nothing elsewhere. */
  readonly onDropAt?: ((id: string, point: Point) => boolean) | undefined;
  /** Elements that call `useSortable` with the ids. */
  readonly children: ReactNode;
}

/** What is below each other and put in order by mouse, touch and keyboard. */
export function Sortable({ items, onOrder, onDropAt, children }: SortableProps) {
  const { t } = useTranslation();
  const ids = items.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** The entry that was just dropped elsewhere. The announcement comes after the drop. */
  const leaving = useRef<UniqueIdentifier>(undefined);
  const words = (id: unknown, over: unknown = id) => ({
    label: items.find((item) => item.id === id)?.label ?? '',
    place: ids.indexOf(String(over)) + 1,
    size: ids.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sortable.grabbed', words(active.id)),
    onDragOver: ({ active, over }) => (over ? t('sortable.over', words(active.id, over.id)) : undefined),
    onDragEnd: ({ active, over }) =>
      leaving.current === active.id
        ? t('sortable.elsewhere', words(active.id))
        : t('sortable.dropped', words(active.id, over?.id)),
    onDragCancel: ({ active }) => t('sortable.cancelled', words(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestEdge}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sortable.help') } }}
      onDragEnd={({ active, over, activatorEvent, delta }) => {
        const point = onDropAt && pointOf(activatorEvent, delta);
        leaving.current = point && onDropAt(String(active.id), point) ? active.id : undefined;
        if (leaving.current !== undefined) return;
        if (over && over.id !== active.id)
          onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

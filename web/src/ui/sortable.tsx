import {
  type Announcements,
  DndContext,
  type KeyboardCoordinateGetter,
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
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { closestEdge } from './closest-edge.ts';
import { type Point, trackPointer } from './track-pointer.ts';

/** For entries that can be dropped in another list. */
export interface Elsewhere {
  /** The pointer moves with the entry. */
  readonly moveTo: (id: string, point: Point) => void;
  /** A key is pressed while the keyboard holds the entry: true when it means another list. */
  readonly press: (id: string, key: string) => boolean;
  /** True when the entry was dropped in another list. The keyboard has no point. */
  readonly drop: (id: string, point: Point | undefined) => boolean;
  readonly cancel: () => void;
}

interface SortableProps {
  /** In their order, each with its name for screen readers. */
  readonly items: readonly { readonly id: string; readonly label: string }[];
  readonly onOrder: (ids: string[]) => void;
  readonly elsewhere?: Elsewhere | undefined;
  /** Elements that call `useSortable` with the ids. */
  readonly children: ReactNode;
}

/** What is below each other and put in order by mouse, touch and keyboard. */
export function Sortable({ items, onOrder, elsewhere, children }: SortableProps) {
  const { t } = useTranslation();
  const ids = items.map(({ id }) => id);
  // The keyboard sensor keeps the functions that it had when the entry was picked up.
  const current = useRef(elsewhere);
  useLayoutEffect(() => {
    current.current = elsewhere;
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: coordinatesWith(() => current.current) }),
  );
  const pointer = useRef<ReturnType<typeof trackPointer>>(undefined);
  /** Where the pointer was last; the keyboard has none. */
  const release = (): Point | undefined => {
    const point = pointer.current?.stop();
    pointer.current = undefined;
    return point;
  };
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
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t(elsewhere ? 'sortable.helpElsewhere' : 'sortable.help') },
      }}
      onDragStart={({ active, activatorEvent }) => {
        if (!elsewhere || activatorEvent instanceof KeyboardEvent) return;
        pointer.current = trackPointer((point) => current.current?.moveTo(String(active.id), point));
      }}
      onDragCancel={() => {
        release();
        elsewhere?.cancel();
      }}
      onDragEnd={({ active, over }) => {
        leaving.current = elsewhere?.drop(String(active.id), release()) ? active.id : undefined;
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

/** Keys that mean another list leave the entry where it is in its own. */
const coordinatesWith =
  (elsewhere: () => Elsewhere | undefined): KeyboardCoordinateGetter =>
  (event, args) => {
    if (!elsewhere()?.press(String(args.active), event.code)) return sortableKeyboardCoordinates(event, args);
    event.preventDefault();
    return undefined;
  };

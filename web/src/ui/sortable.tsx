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

/** Callbacks for entries that can be dropped into another list. */
export interface OtherLists {
  /** Called while the pointer drags the entry. */
  readonly moveTo: (id: string, point: Point) => void;
  /** Called for keys while the keyboard holds the entry. Returns true if the key moves it to another list. */
  readonly press: (id: string, key: string) => boolean;
  /** Returns true if the entry was dropped into another list. Drops by keyboard have no point. */
  readonly drop: (id: string, point: Point | undefined) => boolean;
  readonly cancel: () => void;
}

interface SortableProps {
  /** The entries in order, each with its name for screen readers. */
  readonly items: readonly { readonly id: string; readonly label: string }[];
  readonly onOrder: (ids: string[]) => void;
  readonly otherLists?: OtherLists | undefined;
  /** The elements, which call `useSortable` with the ids. */
  readonly children: ReactNode;
}

/** Makes a vertical list of elements sortable by mouse, touch and keyboard. */
export function Sortable({ items, onOrder, otherLists, children }: SortableProps) {
  const { t } = useTranslation();
  const ids = items.map(({ id }) => id);
  // The keyboard sensor keeps the callbacks from the moment the entry was picked up, so it reads the current ones from
  // here.
  const current = useRef(otherLists);
  useLayoutEffect(() => {
    current.current = otherLists;
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: coordinatesWith(() => current.current) }),
  );
  const pointer = useRef<ReturnType<typeof trackPointer>>(undefined);
  /** Stops tracking and returns the last position of the pointer; undefined for the keyboard. */
  const release = (): Point | undefined => {
    const point = pointer.current?.stop();
    pointer.current = undefined;
    return point;
  };
  /** The entry that was just dropped into another list, kept because the announcement follows the drop. */
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
        screenReaderInstructions: { draggable: t(otherLists ? 'sortable.helpElsewhere' : 'sortable.help') },
      }}
      onDragStart={({ active, activatorEvent }) => {
        if (!otherLists || activatorEvent instanceof KeyboardEvent) return;
        pointer.current = trackPointer((point) => current.current?.moveTo(String(active.id), point));
      }}
      onDragCancel={() => {
        release();
        otherLists?.cancel();
      }}
      onDragEnd={({ active, over }) => {
        leaving.current = otherLists?.drop(String(active.id), release()) ? active.id : undefined;
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

/** Keys that move the entry to another list must not move it within its own. */
const coordinatesWith =
  (otherLists: () => OtherLists | undefined): KeyboardCoordinateGetter =>
  (event, args) => {
    if (!otherLists()?.press(String(args.active), event.code)) return sortableKeyboardCoordinates(event, args);
    event.preventDefault();
    return undefined;
  };

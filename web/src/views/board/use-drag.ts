import {
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { focusWhenThere } from '~/lib/focus.ts';
import type { Dragged, ShownCards } from './board-context.ts';
import type { BoardColumn } from './columns.ts';
import { focusCard, linkIn, middlesOf, showLine } from './dom.ts';
import { indexAt, isMoveKey, nextSlot, type Slot } from './order.ts';

interface DragOptions {
  readonly columns: readonly BoardColumn[];
  readonly shown: RefObject<Map<string, ShownCards>>;
  /** True when cards can be moved to other columns. */
  readonly canMove: boolean;
  readonly isWritable: (record: RecordData) => boolean;
  readonly titleOf: (record: RecordData) => string;
  readonly onDrop: (id: string, from: string, slot: Slot) => void;
}

/** The column under the pointer. Outside of all columns, the column that the card overlaps counts. */
export const columnUnderPointer: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : rectIntersection(args);
};

/** Tracks what is dragged and where it would be dropped, by mouse, touch or keyboard, and announces every step. */
export function useDrag({ columns, shown, canMove, isWritable, titleOf, onDrop }: DragOptions) {
  const { t } = useTranslation('board');
  const [drag, setDragState] = useState<Dragged>();
  const [announcement, announce] = useState('');
  // Events before the next render also need the newest state.
  const current = useRef<Dragged>(undefined);
  const setDrag = useCallback((next: Dragged | undefined) => {
    current.current = next;
    setDragState(next);
  }, []);

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A shorter touch scrolls the board.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );

  const idsOf = (column: string) => shown.current.get(column)?.cards.map(({ _id }) => _id) ?? [];
  const cardOf = (id: string, column: string) => shown.current.get(column)?.cards.find(({ _id }) => _id === id);
  const othersOf = (column: string, id: string) => idsOf(column).filter((other) => other !== id);
  const words = (id: string, from: string, slot: Slot) => {
    const card = cardOf(id, from);
    return {
      title: card ? titleOf(card) : '',
      column: columns.find(({ key }) => key === slot.column)?.label ?? '',
      place: slot.index + 1,
      size: othersOf(slot.column, id).length + 1,
    };
  };

  const start = (id: string, from: string, byKeyboard: boolean) => {
    const slot = { column: from, index: Math.max(0, idsOf(from).indexOf(id)) };
    setDrag({ id, from, slot, byKeyboard });
    announce(t(byKeyboard ? 'announce.grabbed' : 'announce.dragged', words(id, from, slot)));
  };
  const moveTo = (slot: Slot) => {
    const now = current.current;
    if (!now || (now.slot.column === slot.column && now.slot.index === slot.index)) return;
    setDrag({ ...now, slot });
    announce(t('announce.over', words(now.id, now.from, slot)));
  };
  const cancel = () => {
    const now = current.current;
    if (!now) return;
    setDrag(undefined);
    announce(t('announce.cancelled', words(now.id, now.from, now.slot)));
  };
  const drop = () => {
    const now = current.current;
    if (!now) return;
    setDrag(undefined);
    announce(t('announce.dropped', words(now.id, now.from, now.slot)));
    onDrop(now.id, now.from, now.slot);
    if (now.byKeyboard) focusWhenThere(() => linkIn(now.slot.column, now.id));
  };

  const onDragMove = ({ over, active }: DragMoveEvent) => {
    const now = current.current;
    const column = over?.data.current?.column as string | undefined;
    const rect = active.rect.current.translated;
    if (!now || column === undefined || !rect || (!canMove && column !== now.from)) return;
    moveTo({ column, index: indexAt(middlesOf(column, now.id), rect.top + rect.height / 2) });
  };

  const onCardKey = (event: KeyboardEvent, id: string, column: string) => {
    const { key } = event;
    const now = current.current;
    const isSpace = key === ' ';
    if (now?.byKeyboard && now.id === id) {
      if (!isMoveKey(key) && !isSpace && key !== 'Enter' && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (isSpace || key === 'Enter') return drop();
      if (!isMoveKey(key)) return cancel();
      if (!canMove && (key === 'ArrowLeft' || key === 'ArrowRight')) return;
      const sizes = columns.map((each) => ({ key: each.key, size: othersOf(each.key, id).length }));
      moveTo(nextSlot(sizes, now.slot, key));
      showLine();
    } else if (isSpace) {
      event.preventDefault();
      const card = cardOf(id, column);
      if (!canMove || (card && isWritable(card))) start(id, column, true);
    } else if (isMoveKey(key) && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // Collapsed and empty columns have no card that could take the focus.
      const sizes = columns
        .map((each) => ({ key: each.key, size: idsOf(each.key).length - 1 }))
        .filter(({ size }) => size >= 0);
      const next = nextSlot(sizes, { column, index: idsOf(column).indexOf(id) }, key);
      focusCard(idsOf(next.column)[next.index]);
    }
  };

  return {
    drag,
    announcement,
    sensors,
    onCardKey,
    /** A card that loses the focus during a move by keyboard returns to its position. */
    onCardBlur: () => {
      if (current.current?.byKeyboard) cancel();
    },
    onDragStart: ({ active }: DragStartEvent) => start(String(active.id), active.data.current?.column, false),
    onDragMove,
    onDragEnd: ({ over }: DragEndEvent) => (over ? drop() : cancel()),
    onDragCancel: cancel,
  };
}

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
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
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
export function useDrag(options: DragOptions) {
  const { columns, canMove, isWritable } = options;
  const { drag, announcement, current, cards, start, moveTo, cancel, drop } = useDragSteps(options);
  const { idsOf, cardOf, othersOf } = cards;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A shorter touch scrolls the board.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );

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
    const sizes = columns.map((each) => ({ key: each.key, size: othersOf(each.key, id).length }));
    if (now?.byKeyboard && now.id === id) {
      const action = keyOfMove(key, canMove, {
        drop,
        cancel,
        move: (arrow) => {
          moveTo(nextSlot(sizes, now.slot, arrow));
          showLine();
        },
      });
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    } else if (key === ' ') {
      event.preventDefault();
      const card = cardOf(id, column);
      if (!canMove || (card && isWritable(card))) start(id, column, true);
    } else if (isMoveKey(key) && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      focusNextCard(columns, idsOf, { id, column, key });
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

/** The steps of a move, each with its announcement. */
function useDragSteps({ columns, shown, titleOf, onDrop }: DragOptions) {
  const { t } = useTranslation('board');
  const [drag, setDragState] = useState<Dragged>();
  const [announcement, announce] = useState('');
  // Events before the next render also need the newest state.
  const current = useRef<Dragged>(undefined);
  const setDrag = (next: Dragged | undefined) => {
    current.current = next;
    setDragState(next);
  };
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
  return {
    drag,
    announcement,
    current,
    cards: { idsOf, cardOf, othersOf },
    start: (id: string, from: string, byKeyboard: boolean) => {
      const slot = { column: from, index: Math.max(0, idsOf(from).indexOf(id)) };
      setDrag({ id, from, slot, byKeyboard });
      announce(t(byKeyboard ? 'announce.grabbed' : 'announce.dragged', words(id, from, slot)));
    },
    moveTo: (slot: Slot) => {
      const now = current.current;
      if (!now || (now.slot.column === slot.column && now.slot.index === slot.index)) return;
      setDrag({ ...now, slot });
      announce(t('announce.over', words(now.id, now.from, slot)));
    },
    cancel: () => {
      const now = current.current;
      if (!now) return;
      setDrag(undefined);
      announce(t('announce.cancelled', words(now.id, now.from, now.slot)));
    },
    drop: () => {
      const now = current.current;
      if (!now) return;
      setDrag(undefined);
      announce(t('announce.dropped', words(now.id, now.from, now.slot)));
      onDrop(now.id, now.from, now.slot);
      if (now.byKeyboard) focusWhenThere(() => linkIn(now.slot.column, now.id));
    },
  };
}

type MoveKey = Parameters<typeof nextSlot>[2];

interface MoveActions {
  readonly drop: () => void;
  readonly cancel: () => void;
  readonly move: (arrow: MoveKey) => void;
}

/** The effect of a key on the card that is being moved; undefined for keys that the card leaves to others. */
function keyOfMove(key: string, canMove: boolean, { drop, cancel, move }: MoveActions): (() => void) | undefined {
  if (key === ' ' || key === 'Enter') return drop;
  if (key === 'Escape') return cancel;
  if (!isMoveKey(key)) return undefined;
  const staysInColumn = key !== 'ArrowLeft' && key !== 'ArrowRight';
  return canMove || staysInColumn ? () => move(key) : ignored;
}

const ignored = () => {};

interface FocusedCard {
  readonly id: string;
  readonly column: string;
  readonly key: MoveKey;
}

/** Moves the focus to the next card. Collapsed and empty columns have no card that could take it. */
function focusNextCard(
  columns: readonly BoardColumn[],
  idsOf: (column: string) => readonly string[],
  { id, column, key }: FocusedCard,
): void {
  const sizes = columns
    .map((each) => ({ key: each.key, size: idsOf(each.key).length - 1 }))
    .filter(({ size }) => size >= 0);
  const next = nextSlot(sizes, { column, index: idsOf(column).indexOf(id) }, key);
  focusCard(idsOf(next.column)[next.index]);
}

import {
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWhenThere } from '~/lib/focus.ts';
import type { Target } from './calendar-context.ts';
import { addDays, type Day, type Mode, type Moment } from './days.ts';
import { type CalendarEvent, snap } from './events.ts';
import type { Period } from './use-events.ts';
import { longDay, timeOf } from './words.ts';

interface EventDragOptions {
  readonly canMove: (event: CalendarEvent) => boolean;
  readonly mode: Mode;
  readonly period: Period;
  /** True when the grid of hours is shown. */
  readonly hasHours: boolean;
  readonly onMove: (event: CalendarEvent, to: Moment) => void;
}

const keyMinutes = 30;

/** The time at a vertical position on the hours of a day. */
function minutesAt(day: Day, top: number): number | undefined {
  const hours = [...document.querySelectorAll<HTMLElement>('[data-hours]')].find((each) => each.dataset.hours === day);
  if (!hours) return undefined;
  const rect = hours.getBoundingClientRect();
  return snap(((top - rect.top) / rect.height) * 1440);
}

const linkOn = (day: Day, id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-event]')].find(
    (link) => link.dataset.event === id && link.closest<HTMLElement>('[data-day]')?.dataset.day === day,
  );

/** Tracks which event is dragged and where it would land, by mouse, touch or keyboard, and announces every step. */
export function useEventDrag({ canMove, mode, period, hasHours, onMove }: EventDragOptions) {
  const { t, i18n } = useTranslation('calendar');
  const [target, setTargetState] = useState<Target>();
  const [announcement, announce] = useState('');
  // Events before the next render also need the newest state.
  const current = useRef<Target>(undefined);
  const setTarget = (next: Target | undefined) => {
    current.current = next;
    setTargetState(next);
  };
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A shorter touch scrolls the calendar.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );

  const words = ({ event, day, minutes }: Target) => ({
    title: event.title,
    date: [longDay(day, i18n.language), ...(minutes === undefined ? [] : [timeOf(minutes, i18n.language)])].join(', '),
  });
  const start = (event: CalendarEvent, byKeyboard: boolean) => {
    const next = { event, day: event.day, minutes: event.minutes, byKeyboard };
    setTarget(next);
    announce(t(byKeyboard ? 'announce.grabbed' : 'announce.dragged', words(next)));
  };
  const moveTo = (day: Day, minutes: number | undefined) => {
    const now = current.current;
    if (!now || (now.day === day && now.minutes === minutes)) return;
    const next = { ...now, day, minutes };
    setTarget(next);
    announce(words(next).date);
  };
  const cancel = () => {
    const now = current.current;
    if (!now) return;
    setTarget(undefined);
    announce(t('announce.cancelled', words(now)));
  };
  const drop = () => {
    const now = current.current;
    if (!now) return;
    setTarget(undefined);
    announce(t('announce.dropped', words(now)));
    onMove(now.event, { day: now.day, minutes: now.minutes ?? 0 });
    if (now.byKeyboard) focusWhenThere(() => linkOn(now.day, now.event.record._id));
  };

  const onDragMove = ({ over, active }: DragMoveEvent) => {
    const day = over?.data.current?.day as Day | undefined;
    const rect = active.rect.current.translated;
    const now = current.current;
    if (!now || day === undefined || !rect) return;
    moveTo(day, minutesAt(day, rect.top) ?? now.event.minutes);
  };

  const onEventKey = (press: KeyboardEvent, event: CalendarEvent) => {
    if (!canMove(event)) return;
    const now = current.current;
    const { key } = press;
    if (now?.byKeyboard && now.event.record._id === event.record._id) {
      const step = stepOf(key, mode, hasHours);
      if (!step && key !== ' ' && key !== 'Enter' && key !== 'Escape') return;
      press.preventDefault();
      press.stopPropagation();
      if (key === 'Escape') return cancel();
      if (!step) return drop();
      const day = addDays(now.day, step.days);
      if (day < period.from || day > period.to) return;
      moveTo(day, now.minutes === undefined ? undefined : snap(now.minutes + step.minutes));
    } else if (key === ' ') {
      press.preventDefault();
      press.stopPropagation();
      start(event, true);
    }
  };

  return {
    target,
    announcement,
    sensors,
    onEventKey,
    /** An event that loses the focus during a move by keyboard returns to its position. */
    onEventBlur: () => {
      if (current.current?.byKeyboard) cancel();
    },
    onDragStart: ({ active }: DragStartEvent) => start(active.data.current?.event, false),
    onDragMove,
    onDragEnd: ({ over }: DragEndEvent) => (over ? drop() : cancel()),
    onDragCancel: cancel,
  };
}

/** The days and minutes by which an arrow key moves an event, depending on the view. */
function stepOf(key: string, mode: Mode, hasHours: boolean): { days: number; minutes: number } | undefined {
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return { days: sign, minutes: 0 };
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  if (hasHours) return { days: 0, minutes: sign * keyMinutes };
  return { days: sign * (mode === 'month' ? 7 : 1), minutes: 0 };
}

import { createContext, type KeyboardEvent, useContext } from 'react';
import type { Field } from '~/metadata/model.ts';
import type { Day } from './days.ts';
import type { CalendarEvent } from './events.ts';

/** Where an event would fall; without minutes it keeps its time. */
export interface Target {
  readonly event: CalendarEvent;
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly byKeyboard: boolean;
}

export interface CalendarContextValue {
  /** What a new record is called. */
  readonly newLabel: string;
  /** Shown beside the title where there is room. */
  readonly status: Field | undefined;
  readonly today: Day;
  readonly canMove: (event: CalendarEvent) => boolean;
  /** Undefined when the person may not create records. */
  readonly onCreate: ((day: Day, minutes?: number) => void) | undefined;
  readonly target: Target | undefined;
  readonly pathOf: (event: CalendarEvent) => string;
  readonly onOpen: (event: CalendarEvent) => void;
  /** Shows one day alone; undefined where there is no such view. */
  readonly onDay: ((day: Day) => void) | undefined;
  readonly onEventKey: (event: KeyboardEvent, calendarEvent: CalendarEvent) => void;
  readonly onEventBlur: () => void;
}

export const CalendarContext = createContext<CalendarContextValue | undefined>(undefined);

export function useCalendar(): CalendarContextValue {
  const calendar = useContext(CalendarContext);
  if (!calendar) throw new Error('A part of a calendar is used outside of it.');
  return calendar;
}

import { createContext, type KeyboardEvent, useContext } from 'react';
import type { Field } from '~/metadata/model.ts';
import type { Day } from './days.ts';
import type { CalendarEvent } from './events.ts';

/** The position where a dragged event would land. Without minutes, the event has no time. */
export interface Target {
  readonly event: CalendarEvent;
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly byKeyboard: boolean;
}

export interface CalendarContextValue {
  /** The name of a record, for the buttons that create one. */
  readonly newLabel: string;
  /** The field that is shown next to the title where there is room. */
  readonly status: Field | undefined;
  readonly today: Day;
  readonly canMove: (event: CalendarEvent) => boolean;
  /** Undefined when the person may not create records. */
  readonly onCreate: ((day: Day, minutes?: number) => void) | undefined;
  readonly target: Target | undefined;
  readonly pathOf: (event: CalendarEvent) => string;
  readonly onOpen: (event: CalendarEvent) => void;
  /** Shows one day alone; undefined when the calendar has no view of one day. */
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

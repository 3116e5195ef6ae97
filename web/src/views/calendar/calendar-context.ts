import { createContext, type KeyboardEvent, useContext } from 'react';
import type { RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import type { Day } from './days.ts';
import type { CalendarEvent } from './events.ts';

/** Where an event would fall; without minutes it keeps its time. */
export interface Target {
  readonly event: CalendarEvent;
  readonly day: Day;
  readonly minutes: number | undefined;
  readonly byKeyboard: boolean;
}

interface CalendarContextValue {
  readonly model: Model;
  /** Shown beside the title where there is room. */
  readonly status: Field | undefined;
  readonly today: Day;
  readonly canMove: (record: RecordData) => boolean;
  /** Undefined when the person may not create records. */
  readonly onCreate: ((day: Day, minutes?: number) => void) | undefined;
  readonly target: Target | undefined;
  readonly onOpen: (record: RecordData) => void;
  readonly onDay: (day: Day) => void;
  readonly onEventKey: (event: KeyboardEvent, calendarEvent: CalendarEvent) => void;
  readonly onEventBlur: () => void;
}

export const CalendarContext = createContext<CalendarContextValue | undefined>(undefined);

export function useCalendar(): CalendarContextValue {
  const calendar = useContext(CalendarContext);
  if (!calendar) throw new Error('A part of a calendar is used outside of it.');
  return calendar;
}

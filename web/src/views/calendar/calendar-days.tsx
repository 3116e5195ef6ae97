import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core';
import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Agenda } from './agenda.tsx';
import { CalendarContext, type CalendarContextValue } from './calendar-context.ts';
import { type Day, daysBetween, daysFrom, type Mode, type Moment, shownDays, type Weekday } from './days.ts';
import { DraggedEvent } from './event-link.tsx';
import { type CalendarEvent, eventsByDay } from './events.ts';
import { MonthGrid } from './month-grid.tsx';
import { useEventDrag } from './use-event-drag.ts';

// These views are loaded on demand, because a calendar opens with the month.
const HoursGrid = lazy(() => import('./hours-grid.tsx').then((of) => ({ default: of.HoursGrid })));
const DayColumns = lazy(() => import('./day-columns.tsx').then((of) => ({ default: of.DayColumns })));

type Given = Pick<
  CalendarContextValue,
  'newLabel' | 'status' | 'today' | 'canMove' | 'onCreate' | 'pathOf' | 'onOpen' | 'onDay'
>;

interface CalendarDaysProps extends Given {
  readonly mode: Mode;
  readonly day: Day;
  readonly first: Weekday;
  readonly zone: string;
  readonly events: readonly CalendarEvent[];
  /** True when events have times. Weeks and days then show a grid of hours. */
  readonly isTimed: boolean;
  /** The accessible name of the month grid. The default is "Month". */
  readonly label?: string;
  readonly selected: Day;
  readonly onSelect: (day: Day) => void;
  readonly onMove: (event: CalendarEvent, to: Moment) => void;
}

/** The days of a calendar with their events. Events can be moved by mouse, touch and keyboard. */
export function CalendarDays(props: CalendarDaysProps) {
  const { mode, day, first, zone, events, isTimed, label, selected, onSelect, onMove, ...given } = props;
  const { t } = useTranslation('calendar');
  const period = shownDays(mode, day, first);
  const byDay = useMemo(() => eventsByDay(events), [events]);
  const hasHours = isTimed && (mode === 'week' || mode === 'day');
  const { target, announcement, sensors, onEventKey, onEventBlur, ...dragEvents } = useEventDrag({
    canMove: given.canMove,
    mode,
    period,
    hasHours,
    onMove,
  });
  const days = daysFrom(period.from, daysBetween(period.from, period.to) + 1);
  return (
    <CalendarContext value={{ ...given, target, onEventKey, onEventBlur }}>
      <VisuallyHidden id="calendar-help">{t('help')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
        {...dragEvents}
      >
        <Suspense fallback={<PageLoading />}>
          {mode === 'month' && (
            <MonthGrid day={day} first={first} events={byDay} selected={selected} onSelect={onSelect} label={label} />
          )}
          {mode === 'agenda' && <Agenda events={byDay} target={target?.day} />}
          {(mode === 'week' || mode === 'day') &&
            (hasHours ? (
              <HoursGrid days={days} events={byDay} zone={zone} />
            ) : (
              <DayColumns days={days} events={byDay} />
            ))}
        </Suspense>
        <DragOverlay dropAnimation={null}>
          {target && !target.byKeyboard && <DraggedEvent event={target.event} />}
        </DragOverlay>
      </DndContext>
    </CalendarContext>
  );
}

/** The calendar announces moves itself, including moves by keyboard. */
const nothing = () => undefined;
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

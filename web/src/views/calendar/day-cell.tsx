import { useDroppable } from '@dnd-kit/core';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import type { Day } from './days.ts';
import { EventLink } from './event-link.tsx';
import { type CalendarEvent, fitting } from './events.ts';
import { MoreEvents } from './more-events.tsx';
import { longDay } from './words.ts';

interface DayCellProps {
  readonly day: Day;
  readonly events: readonly CalendarEvent[];
  /** A day of the month before or after. */
  readonly outside: boolean;
  readonly selected: boolean;
  /** How many lines fit. */
  readonly room: number;
  /** On a phone: dots in place of events, and a touch selects the day. */
  readonly small: boolean;
  readonly onSelect: () => void;
}

const maxDots = 3;

export function DayCell({ day, events, outside, selected, room, small, onSelect }: DayCellProps) {
  const { t, i18n } = useTranslation('calendar');
  const { today, target, onCreate, onDay } = useCalendar();
  const { setNodeRef } = useDroppable({ id: day, data: { day } });
  const { shown, more } = fitting(events.length, room);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid of the month.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells.
    <div
      ref={setNodeRef}
      role="gridcell"
      className={classes.cell}
      tabIndex={selected ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={selected}
      data-day={day}
      data-outside={outside || undefined}
      data-target={target?.day === day || undefined}
      data-small={small || undefined}
      onClick={() => (small ? onSelect() : onCreate?.(day))}
      onFocus={onSelect}
    >
      <UnstyledButton
        className={classes.number}
        data-today={day === today || undefined}
        tabIndex={-1}
        aria-label={t(small ? 'dayLabel' : 'openDay', { day: longDay(day, i18n.language), count: events.length })}
        onClick={(event) => {
          event.stopPropagation();
          if (small) onSelect();
          else onDay(day);
        }}
      >
        {Number(day.slice(8))}
      </UnstyledButton>
      {small ? (
        <span className={classes.dots} aria-hidden>
          {events.slice(0, maxDots).map(({ record }) => (
            <span key={record._id} />
          ))}
        </span>
      ) : (
        <>
          {events.slice(0, shown).map((event) => (
            <EventLink key={event.record._id} event={event} form="line" />
          ))}
          {more > 0 && <MoreEvents day={day} events={events} more={more} />}
        </>
      )}
    </div>
  );
}

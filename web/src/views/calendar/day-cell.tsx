import { useDroppable } from '@dnd-kit/core';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
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
  /** True when the day belongs to the month before or after. */
  readonly outside: boolean;
  readonly selected: boolean;
  /** The number of lines that fit into the cell. */
  readonly room: number;
  /** True on phones: dots replace the events, and a touch selects the day. */
  readonly small: boolean;
  readonly onSelect: () => void;
}

const maxDots = 3;

export function DayCell({ day, events, outside, selected, room, small, onSelect }: DayCellProps) {
  const { today, target, onCreate } = useCalendar();
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
      <DayNumber day={day} count={events.length} small={small} onSelect={onSelect} />
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

interface DayNumberProps extends Pick<DayCellProps, 'day' | 'small' | 'onSelect'> {
  readonly count: number;
}

/** The number of a day. It opens the view of the day, or on a phone selects the day. */
function DayNumber({ day, count, small, onSelect }: DayNumberProps) {
  const { t, i18n } = useTranslation('calendar');
  const { today, onDay } = useCalendar();
  const isToday = day === today || undefined;
  const act = small ? onSelect : onDay && (() => onDay(day));
  if (!act)
    return (
      <time className={classes.number} dateTime={day} data-today={isToday}>
        <span aria-hidden>{Number(day.slice(8))}</span>
        <VisuallyHidden>{longDay(day, i18n.language)}</VisuallyHidden>
      </time>
    );
  return (
    <UnstyledButton
      className={classes.number}
      data-today={isToday}
      tabIndex={-1}
      aria-label={t(small ? 'dayLabel' : 'openDay', { day: longDay(day, i18n.language), count })}
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    >
      {Number(day.slice(8))}
    </UnstyledButton>
  );
}

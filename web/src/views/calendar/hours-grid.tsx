import { useDroppable } from '@dnd-kit/core';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import { DayHead } from './day-head.tsx';
import { type Day, minutesOfDay, momentOf } from './days.ts';
import { EventLink } from './event-link.tsx';
import { type CalendarEvent, placeOnHours, shownMinutes, snap } from './events.ts';
import { hourOf, timeOf } from './words.ts';

interface HoursGridProps {
  readonly days: readonly Day[];
  readonly events: ReadonlyMap<Day, readonly CalendarEvent[]>;
  readonly zone: string;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const dayStartHour = 7;
/** Room in pixels, so that the label of the first hour is visible. */
const labelRoom = 12;
const share = (minutes: number): string => `${(minutes / minutesOfDay) * 100}%`;

/** Shows days side by side, with events at their hours. */
export function HoursGrid({ days, events, zone }: HoursGridProps) {
  const { t, i18n } = useTranslation('calendar');
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const first = days[0];
  // The view scrolls to the start of the day, so that the night is hidden. It scrolls again for another week or day.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days decide when to scroll.
  useEffect(() => {
    if (scroller.current && body.current)
      scroller.current.scrollTop = (body.current.offsetHeight / 24) * dayStartHour - labelRoom;
  }, [first, days.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section ref={scroller} className={classes.hours} tabIndex={0} aria-label={t('hours')}>
      <div className={classes.hoursHead}>
        <div className={classes.gutter} />
        {days.map((day) => (
          <DayHead key={day} day={day} />
        ))}
      </div>
      <div ref={body} className={classes.hoursBody}>
        <div className={classes.gutter} aria-hidden>
          {hours.map((hour) => (
            <div key={hour} className={classes.hour}>
              {hour > 0 && <span>{hourOf(hour, i18n.language)}</span>}
            </div>
          ))}
        </div>
        {days.map((day) => (
          <HoursColumn key={day} day={day} events={events.get(day) ?? []} zone={zone} />
        ))}
      </div>
    </section>
  );
}

interface HoursColumnProps {
  readonly day: Day;
  readonly events: readonly CalendarEvent[];
  readonly zone: string;
}

function HoursColumn({ day, events, zone }: HoursColumnProps) {
  const { t, i18n } = useTranslation('calendar');
  const { today, target, onCreate } = useCalendar();
  const { setNodeRef } = useDroppable({ id: day, data: { day } });
  const create = ({ clientY, currentTarget }: MouseEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    // A click selects the half hour that contains it.
    onCreate?.(day, snap(Math.floor((((clientY - top) / height) * minutesOfDay) / 30) * 30));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the head has a button that does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      ref={setNodeRef}
      className={classes.hoursColumn}
      data-day={day}
      data-hours={day}
      title={onCreate && t('clickToCreate')}
      onClick={create}
    >
      {placeOnHours(events).map(({ event, start, length, lane, lanes }) => (
        <EventLink
          key={event.record._id}
          event={event}
          form="block"
          style={{
            position: 'absolute',
            top: share(start),
            height: share(length),
            left: `${(lane / lanes) * 100}%`,
            width: `calc(${100 / lanes}% - 4px)`,
          }}
        />
      ))}
      {target?.day === day && target.minutes !== undefined && (
        <div className={classes.ghost} style={{ top: share(target.minutes), height: share(shownMinutes) }}>
          {timeOf(target.minutes, i18n.language)}
        </div>
      )}
      {day === today && <NowLine zone={zone} />}
    </div>
  );
}

function NowLine({ zone }: { readonly zone: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return <div className={classes.now} style={{ top: share(momentOf(now, zone).minutes) }} aria-hidden />;
}

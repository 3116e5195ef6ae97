import { useDroppable } from '@dnd-kit/core';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import { DayHead } from './day-head.tsx';
import type { Day } from './days.ts';
import { EventLink } from './event-link.tsx';
import type { CalendarEvent } from './events.ts';

interface DayColumnsProps {
  readonly days: readonly Day[];
  readonly events: ReadonlyMap<Day, readonly CalendarEvent[]>;
}

/** Shows days side by side, for fields without a time. */
export function DayColumns({ days, events }: DayColumnsProps) {
  return (
    <div className={classes.columns}>
      {days.map((day) => (
        <DayColumn key={day} day={day} events={events.get(day) ?? []} />
      ))}
    </div>
  );
}

function DayColumn({ day, events }: { readonly day: Day; readonly events: readonly CalendarEvent[] }) {
  const { t } = useTranslation('calendar');
  const { target, onCreate } = useCalendar();
  const { setNodeRef } = useDroppable({ id: day, data: { day } });
  return (
    <section className={classes.dayColumn}>
      <DayHead day={day} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the head has a button that does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        ref={setNodeRef}
        className={classes.dayBody}
        data-day={day}
        data-target={target?.day === day || undefined}
        title={onCreate && t('clickToCreate')}
        onClick={() => onCreate?.(day)}
      >
        {events.map((event) => (
          <EventLink key={event.record._id} event={event} form="block" />
        ))}
      </div>
    </section>
  );
}

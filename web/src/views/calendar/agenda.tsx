import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import classes from './calendar.module.css';
import { DayList } from './day-list.tsx';
import type { Day } from './days.ts';
import type { CalendarEvent } from './events.ts';

interface AgendaProps {
  readonly events: ReadonlyMap<Day, readonly CalendarEvent[]>;
  readonly target: Day | undefined;
}

/** The days that have events, one below the other. */
export function Agenda({ events, target }: AgendaProps) {
  const { t } = useTranslation('calendar');
  if (events.size === 0)
    return <EmptyState icon={IconCalendarOff} title={t('emptyPeriod.title')} text={t('emptyPeriod.text')} />;
  // During a move, the target day is listed even if it has no events.
  const days = [...new Set([...events.keys(), ...(target === undefined ? [] : [target])])].sort();
  return (
    <div className={classes.agenda}>
      {days.map((day) => (
        <DayList key={day} day={day} events={events.get(day) ?? []} />
      ))}
    </div>
  );
}

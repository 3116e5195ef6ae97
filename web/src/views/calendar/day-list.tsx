import { ActionIcon, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import type { Day } from './days.ts';
import { EventLink } from './event-link.tsx';
import type { CalendarEvent } from './events.ts';
import { longDay } from './words.ts';

interface DayListProps {
  readonly day: Day;
  readonly events: readonly CalendarEvent[];
}

/** The events of a day as a list, with a button that adds one. */
export function DayList({ day, events }: DayListProps) {
  const { t, i18n } = useTranslation('calendar');
  const { newLabel, today, target, onCreate } = useCalendar();
  return (
    <section className={classes.dayList} data-day={day} data-target={target?.day === day || undefined}>
      <div className={classes.dayListHead}>
        <h3 className={classes.dayTitle} data-today={day === today || undefined}>
          {longDay(day, i18n.language)}
        </h3>
        {onCreate && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            onClick={() => onCreate(day)}
            aria-label={t('newOn', { model: newLabel, day: longDay(day, i18n.language) })}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </div>
      {events.map((event) => (
        <EventLink key={event.record._id} event={event} form="row" />
      ))}
      {events.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('emptyDay')}
        </Text>
      )}
    </section>
  );
}

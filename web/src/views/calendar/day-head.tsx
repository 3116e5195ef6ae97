import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import type { Day } from './days.ts';
import { longDay, weekdayName } from './words.ts';

/** The name of a day above its column, with buttons that open the day and the form for a new record. */
export function DayHead({ day }: { readonly day: Day }) {
  const { t, i18n } = useTranslation('calendar');
  const { newLabel, today, onCreate, onDay } = useCalendar();
  const name = longDay(day, i18n.language);
  return (
    <div className={classes.dayHead} data-today={day === today || undefined}>
      <UnstyledButton
        onClick={() => onDay?.(day)}
        aria-label={t('openDay', { day: name })}
        aria-current={day === today ? 'date' : undefined}
        className={classes.dayName}
      >
        {weekdayName(day, i18n.language)} <b>{Number(day.slice(8))}</b>
      </UnstyledButton>
      {onCreate && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => onCreate(day)}
          aria-label={t('newOn', { model: newLabel, day: name })}
        >
          <IconPlus size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

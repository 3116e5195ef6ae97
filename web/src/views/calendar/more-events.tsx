import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './calendar.module.css';
import type { Day } from './days.ts';
import { EventLink } from './event-link.tsx';
import type { CalendarEvent } from './events.ts';
import { longDay } from './words.ts';

interface MoreEventsProps {
  readonly day: Day;
  readonly events: readonly CalendarEvent[];
  readonly more: number;
}

/** The button "+3 more", which shows all events of the day. */
export function MoreEvents({ day, events, more }: MoreEventsProps) {
  const { t, i18n } = useTranslation('calendar');
  return (
    <Popover width={280} position="bottom" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.more}
          onClick={(event) => event.stopPropagation()}
          aria-label={t('moreOn', { count: more, day: longDay(day, i18n.language) })}
        >
          {t('more', { count: more })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs" onClick={(event) => event.stopPropagation()}>
        <Text size="sm" fw={600} mb={4}>
          {longDay(day, i18n.language)}
        </Text>
        <Stack gap={2} mah={280} style={{ overflowY: 'auto' }} data-day={day}>
          {events.map((event) => (
            <EventLink key={event.record._id} event={event} form="line" list="more" />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

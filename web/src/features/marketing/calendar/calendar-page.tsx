import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { CalendarDays } from '~/views/calendar/calendar-days.tsx';
import { type Day, shownDays, step } from '~/views/calendar/days.ts';
import type { CalendarEvent } from '~/views/calendar/events.ts';
import { useCalendarPlace } from '~/views/calendar/use-calendar-place.ts';
import { periodTitle } from '~/views/calendar/words.ts';
import classes from './calendar-page.module.css';
import { useMovePlanned } from './use-move-planned.ts';
import { type Planned, usePlanned } from './use-planned.ts';

/** All planned marketing items: campaigns, their channels, posts, pages and forms. */
export function CalendarPage() {
  const { t, i18n } = useTranslation('marketing');
  const navigate = useNavigate();
  const { day, today, zone, first, go } = useCalendarPlace();
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const mode = isNarrow ? 'agenda' : 'month';
  const period = shownDays('month', day, first);
  const { planned, isPending, error } = usePlanned({ ...period, zone });
  const moveTo = useMovePlanned(zone);
  const [selected, setSelected] = useState(day);
  const select = (next: Day) => {
    setSelected(next);
    if (next < period.from || next > period.to) go({ day: next });
  };
  const move = (direction: 1 | -1) => go({ day: step('month', day, direction) });
  const ofMonth = planned.filter((one) => one.day.slice(0, 7) === day.slice(0, 7));
  return (
    <Page
      title={t('pages.calendar')}
      description={t('calendar.description')}
      actions={
        <Group gap={4}>
          <ActionIcon variant="default" aria-label={t('calendar.previous')} onClick={() => move(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Button size="compact-sm" variant="default" onClick={() => go({ day: today })}>
            {t('calendar.today')}
          </Button>
          <ActionIcon variant="default" aria-label={t('calendar.next')} onClick={() => move(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      }
    >
      <Title order={2} mb="sm" aria-live="polite">
        {periodTitle('month', day, first, i18n.language)}
      </Title>
      {error && <ErrorState error={error} />}
      {isPending ? (
        <PageLoading />
      ) : (
        <>
          <div className={classes.days} data-mode={mode}>
            <CalendarDays
              label={t('pages.calendar')}
              newLabel=""
              status={undefined}
              mode={mode}
              day={day}
              first={first}
              today={today}
              zone={zone}
              events={isNarrow ? ofMonth : planned}
              isTimed
              selected={selected >= period.from && selected <= period.to ? selected : day}
              onSelect={select}
              canMove={(event) => asPlanned(event).canMove}
              onMove={(event, to) => void moveTo(asPlanned(event), to.day)}
              pathOf={(event) => asPlanned(event).to}
              onOpen={(event) => navigate({ to: asPlanned(event).to })}
              onDay={undefined}
              onCreate={undefined}
            />
          </div>
          <Text size="xs" c="dimmed" mt="xs">
            {t(planned.length === 0 ? 'calendar.empty' : 'calendar.help')}
          </Text>
        </>
      )}
    </Page>
  );
}

/** All events of this calendar are planned items. */
const asPlanned = (event: CalendarEvent) => event as Planned;

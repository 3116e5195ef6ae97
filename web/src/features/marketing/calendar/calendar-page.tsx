import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { shownDays, step, weeksOfMonth } from '~/views/calendar/days.ts';
import { useCalendarPlace } from '~/views/calendar/use-calendar-place.ts';
import { longDay, periodTitle } from '~/views/calendar/words.ts';
import { Entry } from './entry.tsx';
import { Month } from './month.tsx';
import { useMovePlanned } from './use-move-planned.ts';
import { type Planned, usePlanned } from './use-planned.ts';

/** Everything that is planned: campaigns, their channels, posts, pages and forms. */
export function CalendarPage() {
  const { t, i18n } = useTranslation('marketing');
  const { day, today, zone, first, go } = useCalendarPlace();
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const { planned, isPending, error } = usePlanned({ ...shownDays('month', day, first), zone });
  const moveTo = useMovePlanned(zone);
  const move = (direction: 1 | -1) => go({ day: step('month', day, direction) });
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
      ) : isNarrow ? (
        <Days planned={planned.filter((one) => one.day.slice(0, 7) === day.slice(0, 7))} />
      ) : (
        <Month
          weeks={weeksOfMonth(day, first)}
          month={day.slice(0, 7)}
          today={today}
          planned={planned}
          onMove={moveTo}
        />
      )}
    </Page>
  );
}

function Days({ planned }: { readonly planned: readonly Planned[] }) {
  const { t, i18n } = useTranslation('marketing');
  const days = [...new Set(planned.map(({ day }) => day))];
  if (days.length === 0) return <EmptyState icon={IconCalendarOff} title={t('calendar.empty')} />;
  return days.map((day) => (
    <section key={day} aria-label={longDay(day, i18n.language)}>
      <Title order={3} mt="sm" mb={4}>
        {longDay(day, i18n.language)}
      </Title>
      {planned
        .filter((one) => one.day === day)
        .map((one) => (
          <Entry key={`${one.source.model} ${one.id}`} planned={one} />
        ))}
    </section>
  ));
}

import '@mantine/dates/styles.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { DatePicker, TimePicker } from '@mantine/dates';
import 'dayjs/locale/de.js';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserZone } from '~/lib/time-zone.ts';
import { addDays, firstDayOfWeek, hasHalfDays, nextMonday, today } from './format.ts';
import type { NamedMoment } from './words.ts';

interface MomentDropdownProps {
  readonly date: string | undefined;
  readonly time: string | undefined;
  readonly timed: boolean;
  readonly zone: string;
  /** The date that the typed words mean. */
  readonly preview: string | undefined;
  /** `final` is true when the choice is complete. */
  readonly onPick: (moment: NamedMoment | null, final: boolean) => void;
}

/** The calendar of an input, with shortcuts for frequent days, and the time. */
export function MomentDropdown({ date, time, timed, zone, preview, onPick }: MomentDropdownProps) {
  const { t, i18n } = useTranslation('fields');
  const now = today(zone);
  const [shown, setShown] = useState(date ?? now);
  useEffect(() => {
    if (date !== undefined) setShown(date);
  }, [date]);
  const days = {
    today: now,
    tomorrow: addDays(now, 1),
    nextWeek: nextMonday(now),
  };
  // The input keeps the focus, so that the person can continue typing.
  const keepFocus = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement))
      event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: this only keeps the focus; the controls inside act.
    <div onMouseDown={keepFocus}>
      <Stack gap="xs">
        {preview !== undefined && (
          <Text size="sm" fw={600} role="status">
            {preview}
          </Text>
        )}
        <Group gap={4}>
          {Object.entries(days).map(([name, day]) => (
            <Button
              key={name}
              size="compact-xs"
              variant={day === date ? 'light' : 'default'}
              onClick={() => onPick({ date: day }, !timed)}
            >
              {t(`day.${name}`)}
            </Button>
          ))}
        </Group>
        <DatePicker
          size="xs"
          locale={i18n.language.slice(0, 2)}
          firstDayOfWeek={firstDayOfWeek(i18n.language)}
          // Weekends are not coloured, so that only the chosen day stands out.
          weekendDays={[]}
          hideOutsideDates
          value={date ?? null}
          date={shown}
          onDateChange={setShown}
          getDayProps={(day) => ({ ...(day === now && { 'aria-current': 'date', fw: 700 }) })}
          previousLabel={t('calendar.previous')}
          nextLabel={t('calendar.next')}
          onChange={(day) => day !== null && onPick({ date: day }, !timed)}
        />
        {timed && (
          <TimePicker
            size="xs"
            label={t('calendar.time')}
            description={zone === browserZone ? undefined : zone}
            format={hasHalfDays(i18n.language) ? '12h' : '24h'}
            hoursInputLabel={t('calendar.hours')}
            minutesInputLabel={t('calendar.minutes')}
            amPmInputLabel={t('calendar.halfDay')}
            value={time ?? ''}
            onChange={(next) => next !== '' && onPick({ date: date ?? now, time: next.slice(0, 5) }, false)}
          />
        )}
      </Stack>
    </div>
  );
}

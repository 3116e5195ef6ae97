import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '~/lib/time-zone.ts';
import { type Day, firstWeekday, isDay, type Mode, modes, momentOf, type Weekday } from './days.ts';

export interface CalendarPlace {
  readonly mode: Mode;
  readonly day: Day;
  readonly today: Day;
  readonly zone: string;
  readonly first: Weekday;
  readonly go: (to: { readonly mode?: Mode; readonly day?: Day }) => void;
}

const isMode = (text: unknown): text is Mode => modes.some((mode) => mode === text);

/** The shown part of the calendar. It is stored in the URL, so that it can be shared and survives a reload. */
export function useCalendarPlace(): CalendarPlace {
  const { i18n } = useTranslation();
  const search: { readonly date?: unknown; readonly mode?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const zone = useTimeZone();
  const today = momentOf(Date.now(), zone).day;
  const mode = isMode(search.mode) ? search.mode : 'month';
  const day = isDay(search.date) ? search.date : today;
  const go: CalendarPlace['go'] = (to) => {
    const next = { date: to.day ?? day, mode: to.mode ?? mode };
    void navigate({
      to: '.',
      search: (former: Record<string, unknown>) => ({ ...former, ...next }),
      replace: true,
      resetScroll: false,
    });
  };
  return { mode, day, today, zone, first: firstWeekday(i18n.language, navigator.languages), go };
}

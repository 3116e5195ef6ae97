import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWhenThere } from '~/lib/focus.ts';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import { DayCell } from './day-cell.tsx';
import { DayList } from './day-list.tsx';
import { addDays, addMonths, type Day, startOfWeek, type Weekday, weeksOfMonth } from './days.ts';
import type { CalendarEvent } from './events.ts';
import { weekdayName } from './words.ts';

interface MonthGridProps {
  readonly day: Day;
  readonly first: Weekday;
  readonly events: ReadonlyMap<Day, readonly CalendarEvent[]>;
  readonly selected: Day;
  readonly onSelect: (day: Day) => void;
  readonly label: string | undefined;
}

const lineHeight = 26;
const numberHeight = 28;

export function MonthGrid({ day, first, events, selected, onSelect, label }: MonthGridProps) {
  const { t, i18n } = useTranslation('calendar');
  const { onCreate } = useCalendar();
  const small = useMediaQuery('(max-width: 48em)') ?? false;
  const { ref, height } = useElementSize();
  const weeks = weeksOfMonth(day, first);
  const room = Math.max(1, Math.floor((height / weeks.length - numberHeight) / lineHeight));

  const grid = useRef<HTMLDivElement>(null);
  const cellOf = (wanted: Day) =>
    [...(grid.current?.querySelectorAll<HTMLElement>('[role="gridcell"]') ?? [])].find(
      (cell) => cell.dataset.day === wanted,
    );

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).getAttribute('role') !== 'gridcell') return;
    if (event.key === 'Enter' && onCreate) {
      event.preventDefault();
      onCreate(selected);
      return;
    }
    const next = dayByKey(event.key, selected, first);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    // A day of another month exists after that month is rendered.
    focusWhenThere(() => cellOf(next));
  };

  return (
    <div className={classes.month}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot fill the height with rows of equal size. */}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={label ?? t('modes.month')}
        className={classes.grid}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus. */}
        <div role="row" className={classes.weekdays}>
          {weeks[0]?.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus.
            <div key={each} role="columnheader" aria-label={weekdayName(each, i18n.language, 'long')}>
              {weekdayName(each, i18n.language)}
            </div>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div ref={ref} role="rowgroup" className={classes.weeks}>
          {weeks.map((week) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus.
            <div key={week[0]} role="row" className={classes.week}>
              {week.map((each) => (
                <DayCell
                  key={each}
                  day={each}
                  events={events.get(each) ?? none}
                  outside={each.slice(0, 7) !== day.slice(0, 7)}
                  selected={each === selected}
                  room={small ? 0 : room}
                  small={small}
                  onSelect={() => onSelect(each)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      {small && <DayList day={selected} events={events.get(selected) ?? none} />}
    </div>
  );
}

const none: readonly CalendarEvent[] = [];

function dayByKey(key: string, day: Day, first: Weekday): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return startOfWeek(day, first);
    case 'End':
      return addDays(startOfWeek(day, first), 6);
    default:
      return undefined;
  }
}

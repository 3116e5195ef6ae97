import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/views/calendar/days.ts';
import { longDay, weekdayName } from '~/views/calendar/words.ts';
import classes from './calendar-page.module.css';
import { DraggableEntry, Entry } from './entry.tsx';
import type { Planned } from './use-planned.ts';

interface MonthProps {
  readonly weeks: readonly (readonly Day[])[];
  readonly month: string;
  readonly today: Day;
  readonly planned: readonly Planned[];
  readonly onMove: (planned: Planned, day: Day) => void;
}

/** A month of days. What has not begun can be dragged to another day. */
export function Month({ weeks, month, today, planned, onMove }: MonthProps) {
  const { t, i18n } = useTranslation('marketing');
  const [dragged, setDragged] = useState<Planned>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A shorter touch scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    if (over) onMove(active.data.current?.planned, String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => setDragged(active.data.current?.planned)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      <table className={classes.month} aria-label={t('pages.calendar')}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col">
                {weekdayName(day, i18n.language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOther={day.slice(0, 7) !== month}
                  isToday={day === today}
                  planned={planned.filter((one) => one.day === day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt="xs">
        {t(planned.length === 0 ? 'calendar.empty' : 'calendar.help')}
      </Text>
      <DragOverlay dropAnimation={null}>{dragged && <Entry planned={dragged} />}</DragOverlay>
    </DndContext>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly isOther: boolean;
  readonly isToday: boolean;
  readonly planned: readonly Planned[];
}

function DayCell({ day, isOther, isToday, planned }: DayCellProps) {
  const { i18n } = useTranslation();
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return (
    <td ref={setNodeRef} data-day={day} data-other={isOther || undefined} data-target={isOver || undefined}>
      <Text
        size="xs"
        component="time"
        dateTime={day}
        aria-label={longDay(day, i18n.language)}
        data-today={isToday || undefined}
      >
        {Number(day.slice(8))}
      </Text>
      {planned.map((one) => (
        <DraggableEntry key={`${one.source.model} ${one.id}`} planned={one} />
      ))}
    </td>
  );
}

import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core';
import { Alert, VisuallyHidden } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { ViewProps } from '../view.ts';
import { Agenda } from './agenda.tsx';
import classes from './calendar.module.css';
import { CalendarContext } from './calendar-context.ts';
import { DayColumns } from './day-columns.tsx';
import { type Day, daysBetween, daysFrom, shownDays } from './days.ts';
import { DraggedEvent } from './event-link.tsx';
import { eventsByDay, valueAt } from './events.ts';
import { HoursGrid } from './hours-grid.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCalendarPlace } from './use-calendar-place.ts';
import { useEventDrag } from './use-event-drag.ts';
import { dateFieldOf, dateFields, maxEvents, statusField, useEvents } from './use-events.ts';
import { useMoveEvent } from './use-move-event.ts';

/** Records on the days of one of their dates. */
export function CalendarView(props: ViewProps) {
  const { t } = useTranslation('calendar');
  const field = dateFieldOf(props.model, props.state.dateField);
  if (!field)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={t('noFields.title', { model: props.model.labelPlural })}
        text={t('noFields.text')}
      />
    );
  return <Calendar key={`${props.model.path} ${field.key}`} {...props} field={field} />;
}

/** The time of a new record on a day, where the field has one. */
const usualMinutes = 9 * 60;

function Calendar({ model, state, onState, onOpen, onCreate, field }: ViewProps & { readonly field: Field }) {
  const { t } = useTranslation('calendar');
  const can = useCan();
  const place = useCalendarPlace();
  const { mode, day, today, zone, first, go } = place;
  const [selected, setSelected] = useState(day);
  const period = shownDays(mode, day, first);
  const { query, queryKey, events } = useEvents(model, field, state, period, zone);
  const byDay = useMemo(() => eventsByDay(events), [events]);

  const canWrite = can.write(model);
  const isSettable = canWrite && !field.readOnly && !field.computed;
  const canMove = (record: RecordData) => isSettable && !field.createOnly && can.writeRecord(model, record);
  const move = useMoveEvent({ model, field, zone, queryKey });
  const hasHours = field.type === 'datetime' && (mode === 'week' || mode === 'day');
  const { target, announcement, sensors, onEventKey, onEventBlur, ...dragEvents } = useEventDrag({
    canMove,
    mode,
    period,
    hasHours,
    onMove: (event, to) => void move(event, to),
  });

  const create = isSettable
    ? (on: Day, minutes = usualMinutes) => onCreate({ [field.key]: valueAt({ day: on, minutes }, field.type, zone) })
    : undefined;
  const shown = selected >= period.from && selected <= period.to ? selected : day;
  const select = (next: Day) => {
    setSelected(next);
    if (next < period.from || next > period.to) go({ day: next });
  };
  const days = daysFrom(period.from, daysBetween(period.from, period.to) + 1);

  return (
    <CalendarContext
      value={{
        model,
        status: statusField(model),
        today,
        canMove,
        onCreate: create,
        target,
        onOpen,
        onDay: (on) => go({ day: on, mode: 'day' }),
        onEventKey,
        onEventBlur,
      }}
    >
      <div className={classes.calendar}>
        <Toolbar
          place={place}
          fields={dateFields(model)}
          field={field}
          onField={(dateField) => onState({ dateField })}
          onMode={(next) => go({ mode: next, day: next === 'day' || next === 'week' ? shown : day })}
          onCreate={create && (() => create(shown))}
          busy={query.isFetching}
        />
        {query.data?.limited && (
          <Alert variant="light" mx="md" mb="xs" p="xs">
            {t('limited', { count: maxEvents })}
          </Alert>
        )}
        <VisuallyHidden id="calendar-help">{t('help')}</VisuallyHidden>
        <VisuallyHidden role="status" aria-live="assertive">
          {announcement}
        </VisuallyHidden>
        {query.isPending ? (
          <PageLoading />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DndContext
            sensors={sensors}
            collisionDetection={pointerWithin}
            accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
            {...dragEvents}
          >
            {mode === 'month' && (
              <MonthGrid day={day} first={first} events={byDay} selected={shown} onSelect={select} />
            )}
            {mode === 'agenda' && <Agenda events={byDay} target={target?.day} />}
            {(mode === 'week' || mode === 'day') &&
              (hasHours ? (
                <HoursGrid days={days} events={byDay} zone={zone} />
              ) : (
                <DayColumns days={days} events={byDay} />
              ))}
            <DragOverlay dropAnimation={null}>
              {target && !target.byKeyboard && <DraggedEvent event={target.event} />}
            </DragOverlay>
          </DndContext>
        )}
      </div>
    </CalendarContext>
  );
}

/** The calendar puts its moves into words itself, for the keyboard too. */
const nothing = () => undefined;
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

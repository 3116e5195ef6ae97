import { Alert } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { type Field, recordPath } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { ViewProps } from '../view.ts';
import classes from './calendar.module.css';
import { CalendarDays } from './calendar-days.tsx';
import { type Day, shownDays } from './days.ts';
import { type CalendarEvent, valueAt } from './events.ts';
import { Toolbar } from './toolbar.tsx';
import { useCalendarPlace } from './use-calendar-place.ts';
import { dateFieldOf, dateFields, maxEvents, statusField, useEvents } from './use-events.ts';
import { useMoveEvent } from './use-move-event.ts';

/** Shows records in a calendar, by one of their date fields. */
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

/** The default time of a new record, for fields that have a time. */
const usualMinutes = 9 * 60;

function Calendar({ model, state, onState, onOpen, onCreate, field }: ViewProps & { readonly field: Field }) {
  const { t } = useTranslation('calendar');
  const can = useCan();
  const place = useCalendarPlace();
  const { mode, day, today, zone, first, go } = place;
  const [selected, setSelected] = useState(day);
  const period = shownDays(mode, day, first);
  const { query, queryKey, events } = useEvents(model, field, state, period, zone);

  const isSettable = can.write(model) && !field.readOnly && !field.computed;
  const canMove = ({ record }: CalendarEvent) => isSettable && !field.createOnly && can.writeRecord(model, record);
  const move = useMoveEvent({ model, field, zone, queryKey });
  const create = isSettable
    ? (on: Day, minutes = usualMinutes) => onCreate({ [field.key]: valueAt({ day: on, minutes }, field.type, zone) })
    : undefined;
  const shown = selected >= period.from && selected <= period.to ? selected : day;
  const select = (next: Day) => {
    setSelected(next);
    if (next < period.from || next > period.to) go({ day: next });
  };

  return (
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
      {query.isPending ? (
        <PageLoading />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CalendarDays
          newLabel={model.label}
          status={statusField(model)}
          mode={mode}
          day={day}
          first={first}
          today={today}
          zone={zone}
          events={events}
          isTimed={field.type === 'datetime'}
          selected={shown}
          onSelect={select}
          canMove={canMove}
          onMove={(event, to) => void move(event, to)}
          pathOf={({ record }) => recordPath(model, record._id)}
          onOpen={({ record }) => onOpen(record)}
          onDay={(on) => go({ day: on, mode: 'day' })}
          onCreate={create}
        />
      )}
    </div>
  );
}

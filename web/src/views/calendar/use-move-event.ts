import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { type RecordData, records } from '~/api/records.ts';
import { kindOf } from '~/fields/kinds.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { addDays, daysBetween, type Moment } from './days.ts';
import { type CalendarEvent, placeOf, shiftedEnd, valueAt } from './events.ts';
import { endFieldOf, type LoadedEvents } from './use-events.ts';

interface MoveOptions {
  readonly model: Model;
  readonly field: Field;
  readonly zone: string;
  readonly queryKey: QueryKey;
}

/** Changes the date of a record. The screen changes at once, and changes back if the server refuses. */
export function useMoveEvent({ model, field, zone, queryKey }: MoveOptions) {
  const { t } = useTranslation('calendar');
  const client = useQueryClient();

  const end = endFieldOf(model, field);
  const show = (record: RecordData) =>
    client.setQueryData<LoadedEvents>(
      queryKey,
      (loaded) => loaded && { ...loaded, data: loaded.data.map((each) => (each._id === record._id ? record : each)) },
    );
  const change = async (record: RecordData, values: Readonly<Record<string, unknown>>): Promise<RecordData> => {
    await client.cancelQueries({ queryKey });
    show({ ...record, ...values });
    try {
      const saved = await records.update(model.path, record._id, values, { version: record.version });
      show(saved);
      return saved;
    } catch (error) {
      show(record);
      throw error;
    }
  };

  return async (event: CalendarEvent, to: Moment): Promise<void> => {
    const { record, title } = event;
    // A record of several days moves by the same number of days as the dragged part.
    const former = record[field.key];
    const start = {
      day: addDays(event.start, daysBetween(event.day, to.day)),
      minutes: event.before ? (placeOf(former, field.type, zone)?.minutes ?? 0) : to.minutes,
    };
    const value = valueAt(start, field.type, zone);
    if (value === former) return;
    const shifted = end && shiftedEnd(record[end.key], former, value, field.type);
    const values = { [field.key]: value, ...(end && shifted !== undefined && { [end.key]: shifted }) };
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, record[key]]));
    try {
      const saved = await change(record, values);
      notifyUndo(t('moved', { title, field: field.label, date: kindOf(field).toText(value, field) }), () =>
        change(saved, before),
      );
    } catch (error) {
      const conflict = error instanceof ApiError && error.code === 'version_mismatch';
      notifyError(conflict ? new Error(t('changedMeanwhile')) : error, t('notMoved', { title }));
    }
  };
}

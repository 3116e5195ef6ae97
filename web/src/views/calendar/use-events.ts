import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Filter, type ListInput, type RecordData, records } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { writerKeys } from '~/metadata/record-access.ts';
import { titleOf } from '~/metadata/registry.ts';
import { withAll } from '../filter/tree.ts';
import { hasFailed, outcomeOf } from '../outcome.ts';
import type { ViewState } from '../view.ts';
import { addDays, type Day, instantOf } from './days.ts';
import { type CalendarEvent, partsOf, placeOf } from './events.ts';

const pageSize = 200;
/** A calendar with more events is unreadable. */
export const maxEvents = 1000;

export interface Period {
  readonly from: Day;
  readonly to: Day;
}

export interface LoadedEvents {
  readonly data: readonly RecordData[];
  /** True when there are more records than the limit. */
  readonly limited: boolean;
}

const dateNames = [
  'dueDate',
  'dueAt',
  'startAt',
  'startDate',
  'startsAt',
  'scheduledAt',
  'closeDate',
  'date',
  'publishAt',
  'renewalDate',
  'endDate',
];

export const dateFields = ({ fields }: Model): Field[] =>
  fields.filter(({ type, filterable }) => filterable && (type === 'date' || type === 'datetime'));

/**
 * The chosen date field, else the usual field for planning, else the first writable one, else the first one, such as
 * the time of creation.
 */
export function dateFieldOf(model: Model, chosen: string | undefined): Field | undefined {
  const fields = dateFields(model);
  const named = [chosen, ...dateNames].flatMap((name) => fields.find(({ key }) => key === name) ?? [])[0];
  return named ?? fields.find(({ readOnly }) => !readOnly) ?? fields[0];
}

/** The field with the end for a start field: `endDate` for `startDate`, `endsAt` for `startsAt`. */
export function endFieldOf(model: Model, start: Field): Field | undefined {
  const key = start.key.replace(/start/i, (word) => (word.startsWith('S') ? 'End' : 'end'));
  return model.fields.find((field) => key !== start.key && field.key === key && field.type === start.type);
}

/** The filter for records that start in the period, or start before it and end in it or later. */
function periodCondition(field: Field, end: Field | undefined, { from, to }: Period, zone: string): Filter {
  const isDate = field.type === 'date';
  const first = isDate ? from : instantOf({ day: from, minutes: 0 }, zone);
  const last = isDate ? { lte: to } : { lt: instantOf({ day: addDays(to, 1), minutes: 0 }, zone) };
  if (!end?.filterable) return { [field.key]: { gte: first, ...last } };
  return { [field.key]: last, or: [{ [field.key]: { gte: first } }, { [end.key]: { gte: first } }] };
}

const statusKeys = ['status', 'stage', 'state'];

function fieldsToRead(model: Model, dates: readonly Field[]): string[] {
  const wanted = new Set([
    model.titleField,
    ...writerKeys(model),
    'firstName',
    'lastName',
    'name',
    'email',
    'version',
    ...dates.map(({ key }) => key),
    ...statusKeys,
  ]);
  return model.fields.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
}

export const statusField = ({ fields }: Model): Field | undefined =>
  statusKeys.flatMap((name) => fields.find(({ key, type }) => key === name && type === 'choice') ?? [])[0];

const hasStatus = (record: RecordData, isMeant: (value: string) => boolean): boolean =>
  statusKeys.some((key) => typeof record[key] === 'string' && isMeant(record[key]));

/** The marks of a record: a finished record is dimmed, and a failed one is highlighted. */
const stateOf = (record: RecordData) => {
  const failed = hasStatus(record, hasFailed);
  return { failed, done: !failed && hasStatus(record, (value) => outcomeOf(value) !== 'open') };
};

const eventsKey = (model: Model, input: ListInput) => ['records', model.path, 'calendar', input] as const;

/** The records of a period, from all pages up to the limit. */
export function useEvents(model: Model, field: Field, state: ViewState, period: Period, zone: string) {
  const end = endFieldOf(model, field);
  const input: ListInput = {
    filter: withAll(state.filter, periodCondition(field, end, period, zone)),
    q: state.q,
    sort: field.sortable ? [field.key] : undefined,
    limit: pageSize,
    count: 'none',
    fields: fieldsToRead(model, end ? [field, end] : [field]),
  };
  const queryKey = eventsKey(model, input);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedEvents> => {
      const data: RecordData[] = [];
      let cursor: string | undefined;
      do {
        const page = await records.list(model.path, { ...input, cursor }, signal);
        data.push(...page.data);
        cursor = page.meta.hasMore ? (page.meta.nextCursor ?? undefined) : undefined;
      } while (cursor !== undefined && data.length < maxEvents);
      return { data, limited: cursor !== undefined };
    },
    placeholderData: (previous) => previous,
  });
  const { from, to } = period;
  const events = useMemo(
    () =>
      query.data?.data.flatMap((record): CalendarEvent[] => {
        const place = placeOf(record[field.key], field.type, zone);
        if (!place) return [];
        const until = end && placeOf(record[end.key], end.type, zone);
        const common = { record, title: titleOf(model, record), ...stateOf(record) };
        return partsOf(place, until, { from, to }).map((part) => ({ ...part, ...common }));
      }) ?? [],
    [query.data, model, field, end, zone, from, to],
  );
  return { query, queryKey, events };
}

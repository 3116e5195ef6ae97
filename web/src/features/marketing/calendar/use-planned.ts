import { useQueries } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { type Registry, useRegistry } from '~/metadata/registry.ts';
import { addDays, type Day, instantOf, momentOf } from '~/views/calendar/days.ts';
import type { CalendarEvent } from '~/views/calendar/events.ts';
import { type Source, sources } from './sources.ts';

/** An item that is planned for a day. */
export interface Planned extends CalendarEvent {
  readonly source: Source;
  readonly model: Model;
  /** The planned date as stored in the record. */
  readonly value: string;
  /** True when the item has not begun and the person may change it. */
  readonly canMove: boolean;
  readonly to: string;
}

/** The maximum number of items of one kind. */
const limit = 200;

interface Shown {
  readonly from: Day;
  readonly to: Day;
  readonly zone: string;
}

/** The list query of a source. Fields that the model lacks or the person may not see are omitted. */
function inputOf(registry: Registry, { source, model }: Kind, { from, to, zone }: Shown) {
  const { field, titles, without = [] } = source;
  const isDate = registry.field(model, field)?.type === 'date';
  const range = isDate
    ? { gte: from, lte: to }
    : { gte: instantOf({ day: from, minutes: 0 }, zone), lt: instantOf({ day: addDays(to, 1), minutes: 0 }, zone) };
  return {
    filter: { [field]: range, ...(without.length > 0 && { status: { nin: without } }) },
    fields: [...titles, field, 'status'].filter((key) => registry.field(model, key)),
    sort: [field],
    limit,
  };
}

interface Kind {
  readonly source: Source;
  readonly model: Model;
  readonly canWrite: boolean;
}

/** Statuses of items that have not begun. Records without a status have not begun either. */
const movable: readonly unknown[] = ['draft', 'planned', 'scheduled', 'needsApproval', 'paused', null, undefined];

function plannedOf({ source, model, canWrite }: Kind, record: RecordData, zone: string): Planned {
  const value = String(record[source.field]);
  const place = value.length > 10 ? momentOf(value, zone) : { day: value, minutes: undefined };
  const title = source.titles.map((key) => record[key]).find((text) => typeof text === 'string' && text !== '');
  return {
    record,
    source,
    model,
    title: typeof title === 'string' ? title : model.label,
    kind: { icon: source.icon, label: model.label },
    ...place,
    start: place.day,
    before: false,
    after: false,
    done: false,
    failed: false,
    value,
    canMove: canWrite && movable.includes(record.status),
    to: source.page === undefined ? recordPath(model, record._id) : `${source.page}/${record._id}`,
  };
}

/** All planned marketing items of these days. */
export function usePlanned(shown: Shown) {
  const registry = useRegistry();
  const can = useCan();
  const kinds = sources.flatMap((source): Kind[] => {
    const model = registry.find(source.model);
    if (!model || !can.read(model) || !registry.field(model, source.field)) return [];
    // Posts are read-only records that are changed by their own actions.
    const canWrite = source.model === 'marketing.socialPosts' ? can.scope('marketing:write') : can.write(model);
    return [{ source, model, canWrite }];
  });
  return useQueries({
    queries: kinds.map((kind) => {
      const input = inputOf(registry, kind, shown);
      return {
        queryKey: keys.list(kind.model.path, input),
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (await records.list(kind.model.path, input, signal)).data,
      };
    }),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      planned: results.flatMap(({ data }, n) => {
        const kind = kinds[n];
        return kind && data ? data.map((record) => plannedOf(kind, record, shown.zone)) : [];
      }),
    }),
  });
}

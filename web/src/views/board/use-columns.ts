import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type AggregateInput, type ListInput, type RecordData, records } from '~/api/records.ts';
import { safeColor, toneOf } from '~/fields/choice/tone.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { currencyPath } from '~/metadata/money-fields.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { ViewState } from '../view.ts';
import {
  admits,
  type BoardColumn,
  choiceColumns,
  defaultGroupField,
  isGroupable,
  listFieldOf,
  maxColumns,
  ofList,
  referenceColumn,
  sumField,
} from './columns.ts';
import { type Total, totalsByColumn } from './totals.ts';

/** The fields that can define the columns of a board, and the chosen one. */
export function useGroupField(model: Model, chosen: string | undefined) {
  const registry = useRegistry();
  const can = useCan();
  const fields = model.fields.filter((field) =>
    isGroupable(field, () => {
      const target = registry.target(field);
      return target !== undefined && can.read(target);
    }),
  );
  return { fields, field: fields.find(({ key }) => key === chosen) ?? defaultGroupField(fields) };
}

/** The query for counts and sums. A move updates its cached answer before the server has counted again. */
export function totalsInput(model: Model, field: Field, state: ViewState): AggregateInput {
  const sum = sumField(model);
  const path = sum && currencyPath(sum);
  return {
    filter: state.filter,
    q: state.q,
    groupBy: path !== undefined && field.key !== path ? [field.key, path] : [field.key],
    sum: sum && [sum.key],
    include: field.type === 'reference' ? [field.key] : undefined,
  };
}

interface Columns {
  readonly columns: readonly BoardColumn[];
  readonly totals: ReadonlyMap<string, Total>;
  /** True when some values have no column. */
  readonly limited: boolean;
  /** True when empty columns are collapsed until somebody opens them. */
  readonly emptyCollapsed: boolean;
}

export function useColumns(model: Model, field: Field, state: ViewState) {
  const { t } = useTranslation('board');
  const registry = useRegistry();
  const target = registry.target(field);
  const input = totalsInput(model, field, state);
  const totals = useQuery({
    queryKey: keys.aggregate(model.path, input),
    queryFn: ({ signal }) => records.aggregate(model.path, input, signal),
    placeholderData: (previous) => previous,
  });
  const targetInput = targetList(target);
  const targets = useQuery({
    queryKey: keys.list(target?.path ?? '', targetInput),
    queryFn: ({ signal }) => records.list(target?.path ?? '', targetInput, signal),
    enabled: target !== undefined,
  });

  const failed = [totals, targets].find(({ error }) => error !== null);
  const refetch = () => void Promise.all([totals.refetch(), target && targets.refetch()]);
  if (failed || !totals.data || (target && !targets.data))
    return { data: undefined, error: failed?.error ?? null, refetch } as const;

  const groups = totals.data.data;
  const byColumn = totalsByColumn(groups, field.key, sumField(model));
  let limited = false;
  let columns: BoardColumn[];
  if (target && targets.data) {
    // A list of statuses is short and shown in full. Of a long list only records in use become columns.
    const included = Object.values(totals.data.included ?? {});
    const candidates: readonly RecordData[] = targets.data.meta.hasMore ? included : targets.data.data;
    const list = candidates.map((record) =>
      referenceColumn(record, recordLabel(target, record), safeColor(record.color)),
    );
    // Statuses have their own order. Other records are ordered by frequency.
    if (!isOrdered(target))
      list.sort((a, b) => count(byColumn, b) - count(byColumn, a) || a.label.localeCompare(b.label));
    limited = list.length > maxColumns;
    columns = list.slice(0, maxColumns);
  } else
    columns = choiceColumns(ofList(field, state.filter?.[listFieldOf(model, field)?.key ?? '']), groups).map(
      (column) => ({ ...column, color: toneOf(field, column.value) }),
    );
  const none: BoardColumn = { key: '', value: null, label: t('noValue'), outcome: 'open' };
  if (!field.required || count(byColumn, none) > 0) columns.push(none);
  const data: Columns = {
    columns: columns.filter(({ value }) => admits(state.filter, field.key, value)),
    totals: byColumn,
    limited,
    emptyCollapsed: target !== undefined && !isOrdered(target),
  };
  return { data, error: null, refetch } as const;
}

const count = (totals: ReadonlyMap<string, Total>, { key }: BoardColumn): number => totals.get(key)?.count ?? 0;

/** True when the records have their own order, as statuses do. */
const isOrdered = (target: Model): boolean => target.fields.some(({ key }) => key === 'position');

function targetList(target: Model | undefined): ListInput {
  const sortable = (key: string) => target?.fields.some((field) => field.key === key && field.sortable);
  const sort = ['position', target?.titleField ?? ''].filter(sortable);
  return { limit: maxColumns + 1, sort: sort.length > 0 ? sort : undefined, count: 'none' };
}

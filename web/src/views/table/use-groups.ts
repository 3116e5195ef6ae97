import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type AggregateInput, type Group, type Included, records } from '~/api/records.ts';
import { kindOf } from '~/fields/kinds.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { type Grouping, groupFilter, groupingName, periodName, sortGroups } from './groups.ts';
import type { Source } from './pages.ts';
import { type Measures, measuresOf, type Totals, totalsOf } from './totals.ts';
import type { SourceSection } from './use-rows.ts';

export interface GroupSection extends SourceSection {
  /** Undefined for records without a value. */
  readonly value: unknown;
  readonly name: string | undefined;
  readonly totals: Totals;
  readonly included: Included | undefined;
}

interface Asked {
  readonly model: Model;
  readonly source: Source;
  readonly columns: readonly Field[];
  readonly grouping: Grouping | undefined;
}

function useAggregate(path: string, input: AggregateInput, enabled: boolean) {
  return useQuery({
    queryKey: keys.aggregate(path, input),
    queryFn: ({ signal }) => records.aggregate(path, input, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Runs two queries: plain sums, and amounts per currency. */
function useMeasures({ model, source: { filter, q }, grouping }: Asked, measures: Measures, zone: string) {
  const groupBy = grouping ? [groupingName(grouping)] : [];
  const common = { filter, q, tz: grouping?.period ? zone : undefined };
  const numbers = useAggregate(
    model.path,
    {
      ...common,
      groupBy,
      sum: measures.sums,
      avg: measures.averages,
      include: grouping?.field.type === 'reference' ? groupBy : undefined,
    },
    true,
  );
  const hasMoney = measures.money.length > 0;
  const money = useAggregate(
    model.path,
    {
      ...common,
      groupBy: [...new Set([...groupBy, measures.currencyPath ?? 'currency'])],
      sum: measures.money,
    },
    hasMoney,
  );
  return { numbers, money: hasMoney ? money.data?.data : [] };
}

/** The number of records and the totals of the columns. */
export function useTotals(asked: Asked) {
  const zone = useTimeZone();
  const measures = useMemo(() => measuresOf(asked.columns), [asked.columns]);
  const { numbers, money } = useMeasures({ ...asked, grouping: undefined }, measures, zone);
  const [all] = numbers.data?.data ?? [];
  const totals = useMemo(() => totalsOf(measures, all, money ?? []), [measures, all, money]);
  return { count: all?.count, totals };
}

/** The groups of a table with counts and totals; undefined while they load. */
export function useGroups(asked: Asked & { readonly collapsed: ReadonlySet<string> }) {
  const { columns, grouping, collapsed } = asked;
  const zone = useTimeZone();
  const registry = useRegistry();
  const { i18n } = useTranslation();
  const measures = useMemo(() => measuresOf(columns), [columns]);
  const { numbers, money } = useMeasures(asked, measures, zone);
  const sections = useMemo((): GroupSection[] | undefined => {
    if (!grouping || !numbers.data) return undefined;
    const { data, included } = numbers.data;
    const { field, period } = grouping;
    const nameOf = (value: unknown): string => {
      if (period) return periodName(String(value), period, i18n.language);
      const target = registry.target(field);
      const record = included?.[String(value)];
      if (target && record) return titleOf(target, record);
      return kindOf(field).toText(value, field, included);
    };
    const byValue = Map.groupBy(money ?? [], (group) => group[field.key] ?? null);
    return sortGroups(data, grouping, nameOf).map((group: Group): GroupSection => {
      const value = group[field.key] ?? null;
      const key = JSON.stringify(value);
      return {
        key,
        header: true,
        count: group.count ?? 0,
        collapsed: collapsed.has(key),
        filter: groupFilter(grouping, value, zone),
        value,
        name: value === null ? undefined : nameOf(value),
        totals: totalsOf(measures, group, byValue.get(value) ?? []),
        included,
      };
    });
  }, [grouping, numbers.data, money, registry, i18n.language, collapsed, measures, zone]);
  return { sections, error: numbers.error, retry: numbers.refetch };
}

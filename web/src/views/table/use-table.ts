import { useMemo, useRef, useState } from 'react';
import type { Model } from '~/metadata/model.ts';
import type { ViewState } from '../view.ts';
import { columnFields, fieldsToRead } from './columns.ts';
import { readGrouping } from './groups.ts';
import { type Source, useIncludable } from './pages.ts';
import { RowLayout } from './row-layout.ts';
import { useGroups, useTotals } from './use-groups.ts';
import { type SourceSection, useFirstPage } from './use-rows.ts';

const isFiltered = ({ filter, q }: Source): boolean => Boolean(q) || Object.keys(filter ?? {}).length > 0;

/** The state of a table: its columns, and the source of its rows. */
export function useTable(model: Model, state: ViewState) {
  const { filter, q, sort, groupBy, columns: chosen } = state;
  const includable = useIncludable();
  const fields = useMemo(() => columnFields(model, chosen), [model, chosen]);
  const wanted: Source = {
    path: model.path,
    filter,
    q,
    sort,
    fields: fieldsToRead(model, fields),
    include: includable(fields),
  };
  // The rows of the previous query stay until the first page of the new one has loaded.
  const firstPage = useFirstPage(wanted);
  const settled = useRef(wanted);
  if (!firstPage.isPlaceholderData || settled.current.path !== wanted.path) settled.current = wanted;
  const name = JSON.stringify(settled.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the query.
  const source = useMemo(() => settled.current, [name]);

  const grouping = useMemo(() => readGrouping(model.fields, groupBy), [model, groupBy]);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const asked = { model, source, columns: fields };
  const { count: counted, totals } = useTotals({ ...asked, grouping: undefined });
  const groups = useGroups({ ...asked, grouping, collapsed });

  const meta = firstPage.data?.meta;
  const count = meta?.totalExact ? meta.total : (counted ?? meta?.total);
  const sections = useMemo((): readonly SourceSection[] => {
    if (grouping) return groups.sections ?? [];
    return [{ key: 'all', header: false, count: count ?? 0, collapsed: false, filter: undefined }];
  }, [grouping, groups.sections, count]);
  const layout = useMemo(() => new RowLayout(sections), [sections]);

  return {
    fields,
    source,
    grouping,
    sections,
    groupSections: grouping ? groups.sections : undefined,
    layout,
    totals,
    count,
    isFiltered: isFiltered(source),
    isLoading: firstPage.isPending || (grouping !== undefined && groups.sections === undefined && !groups.error),
    isStale: firstPage.isPlaceholderData,
    error: firstPage.error ?? (grouping ? groups.error : null),
    retry: () => {
      firstPage.refetch();
      if (grouping) groups.retry();
    },
    toggleGroup: (key: string) =>
      setCollapsed((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
  };
}

export type Table = ReturnType<typeof useTable>;

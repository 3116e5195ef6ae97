import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Layout, ListState } from './search.ts';

/** A saved view of a person. Others see it if it is shared. */
export interface SavedView extends RecordData {
  readonly name: string;
  readonly userId: string | null;
  /** Example: `sales.contacts`, `contacts` or `contact`. */
  readonly modelKey: string;
  readonly layout: string | null;
  readonly filter: Filter | null;
  readonly sort: readonly string[] | null;
  readonly q: string | null;
  readonly columns: readonly string[] | null;
  readonly groupBy: string | null;
  readonly dateField: string | null;
  readonly shared: boolean | null;
  readonly viewerIds: readonly string[] | null;
  readonly viewerTeamIds: readonly string[] | null;
  /** The lists that start with this view: ids of screens, or the name of a model. */
  readonly defaultOn: readonly string[] | null;
}

export const savedViewsPath = '/api/ui/savedViews';
const pageSize = 200;
const maxViews = 1000;

const layoutOf: Readonly<Record<string, Layout>> = { kanban: 'board', calendar: 'calendar' };
const storedLayout: Readonly<Record<Layout, string>> = { table: 'list', board: 'kanban', calendar: 'calendar' };

const hasAny = <T>(list: readonly T[] | null): list is readonly T[] => list !== null && list.length > 0;

export function stateOfSaved(view: SavedView): ListState {
  return {
    view: layoutOf[view.layout ?? ''] ?? 'table',
    ...(view.filter && Object.keys(view.filter).length > 0 && { filter: view.filter }),
    ...(hasAny(view.sort) && { sort: view.sort }),
    ...(view.q && { q: view.q }),
    ...(hasAny(view.columns) && { columns: view.columns }),
    ...(view.groupBy && { groupBy: view.groupBy }),
    ...(view.dateField && { dateField: view.dateField }),
  };
}

/** True when others see the view. */
export const isShared = ({ shared, viewerIds, viewerTeamIds }: SavedView): boolean =>
  shared === true || hasAny(viewerIds) || hasAny(viewerTeamIds);

export const savedOfState = (state: ListState): Readonly<Record<string, unknown>> => ({
  layout: storedLayout[state.view ?? 'table'],
  filter: state.filter && Object.keys(state.filter).length > 0 ? state.filter : null,
  sort: state.sort && state.sort.length > 0 ? state.sort : null,
  q: state.q || null,
  columns: state.columns && state.columns.length > 0 ? state.columns : null,
  groupBy: state.groupBy || null,
  dateField: state.dateField || null,
});

/**
 * All saved views that are visible to the person. They are few, and every list needs those of its model before it is
 * shown.
 */
const savedViewsQuery = queryOptions({
  queryKey: [...keys.model(savedViewsPath), 'all'],
  queryFn: async ({ signal }) => {
    const views: SavedView[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = await records.list(
        savedViewsPath,
        { sort: ['name'], limit: pageSize, count: 'none', cursor },
        signal,
      );
      views.push(...(data as readonly SavedView[]));
      cursor = meta.nextCursor ?? undefined;
    } while (cursor !== undefined && views.length < maxViews);
    return views;
  },
});

/** The visible views of a model. `isPending` is true until they have loaded. */
export function useSavedViews(model: Model): { readonly views: readonly SavedView[]; readonly isPending: boolean } {
  const registry = useRegistry();
  const saved = registry.at('ui', 'savedViews');
  const can = useCan();
  const enabled = saved !== undefined && can.read(saved);
  const { data, isPending } = useQuery({ ...savedViewsQuery, enabled });
  const views = useMemo(
    () => (data ?? []).filter(({ modelKey }) => registry.find(modelKey)?.path === model.path),
    [data, registry, model],
  );
  return { views, isPending: enabled && isPending };
}

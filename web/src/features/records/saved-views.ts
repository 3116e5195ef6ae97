import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Layout, ListState } from './search.ts';

/** A view of one's own, which others see when it is shared. */
export interface SavedView extends RecordData {
  readonly name: string;
  readonly userId: string | null;
  readonly layout: string | null;
  readonly filter: Filter | null;
  readonly sort: readonly string[] | null;
  readonly q: string | null;
  readonly columns: readonly string[] | null;
  readonly groupBy: string | null;
  readonly dateField: string | null;
  readonly shared: boolean | null;
}

export const savedViewsPath = '/api/ui/savedViews';
const maxViews = 200;

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

export const savedOfState = (state: ListState): Readonly<Record<string, unknown>> => ({
  layout: storedLayout[state.view ?? 'table'],
  filter: state.filter && Object.keys(state.filter).length > 0 ? state.filter : null,
  sort: state.sort && state.sort.length > 0 ? state.sort : null,
  q: state.q || null,
  columns: state.columns && state.columns.length > 0 ? state.columns : null,
  groupBy: state.groupBy || null,
  dateField: state.dateField || null,
});

const savedViewsQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.model(savedViewsPath), 'of', name],
    queryFn: async ({ signal }) => {
      const { data } = await records.list(
        savedViewsPath,
        { filter: { modelKey: name }, sort: ['name'], limit: maxViews, count: 'none' },
        signal,
      );
      return data as readonly SavedView[];
    },
  });

/** The views of a model that the person may see; undefined where the server has none. */
export function useSavedViews(model: Model): readonly SavedView[] | undefined {
  const saved = useRegistry().at('ui', 'savedViews');
  const can = useCan();
  const enabled = saved !== undefined && can.read(saved);
  const { data } = useQuery({ ...savedViewsQuery(modelName(model)), enabled });
  return enabled ? (data ?? []) : undefined;
}

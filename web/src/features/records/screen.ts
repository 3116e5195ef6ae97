import type { Filter, RecordData } from '~/api/records.ts';
import { readSort } from '../../views/sort/read-sort.ts';
import type { Layout, ListState } from './search.ts';

/** A screen, defined by an administrator. */
export interface Screen extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly modelKey: string | null;
  readonly layout: 'list' | 'detail' | 'form' | 'dashboard' | 'kanban' | 'calendar' | null;
  readonly columns: readonly string[] | null;
  readonly defaultFilter: Filter | null;
  readonly defaultSort: unknown;
  readonly actions: readonly unknown[] | null;
  readonly groupByField: string | null;
  readonly dateField: string | null;
  readonly dashboardId: string | null;
  readonly settings: Readonly<Record<string, unknown>> | null;
}

const layoutOfScreen: Readonly<Record<string, Layout>> = { kanban: 'board', calendar: 'calendar' };
const screenOfLayout: Readonly<Record<Layout, Screen['layout']>> = {
  table: 'list',
  board: 'kanban',
  calendar: 'calendar',
};

/** The initial list state of a screen. */
export function stateOfScreen(screen: Screen): ListState {
  const sort = readSort(screen.defaultSort);
  return {
    view: layoutOfScreen[screen.layout ?? ''] ?? 'table',
    ...(screen.defaultFilter && { filter: screen.defaultFilter }),
    ...(sort.length > 0 && { sort }),
    ...(screen.columns && screen.columns.length > 0 && { columns: screen.columns }),
    ...(screen.groupByField && { groupBy: screen.groupByField }),
    ...(screen.dateField && { dateField: screen.dateField }),
  };
}

/** The fields of a screen with this list state. A search is not part of a screen. */
export function screenOfState(state: ListState): Partial<Screen> {
  return {
    layout: screenOfLayout[state.view ?? 'table'],
    columns: state.columns ?? [],
    defaultFilter: state.filter && Object.keys(state.filter).length > 0 ? state.filter : null,
    defaultSort: state.sort && state.sort.length > 0 ? state.sort : null,
    groupByField: state.groupBy || null,
    dateField: state.dateField || null,
  };
}

/** True when the screen offers an action. A screen without a list of actions offers all actions. */
export function offers({ actions }: Screen, action: string): boolean {
  const named = (actions ?? []).map(keyOfAction).filter((key) => key !== undefined);
  return named.length === 0 || named.includes(action);
}

/** Actions are given by key, or as objects such as {type: "create", label: "New deal"}. */
function keyOfAction(action: unknown): string | undefined {
  if (typeof action === 'string') return action;
  if (action === null || typeof action !== 'object') return undefined;
  const { type, key, action: name } = action as Readonly<Record<string, unknown>>;
  return [type, key, name].find((one) => typeof one === 'string');
}

import type { Filter, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import type { ViewState } from '~/views/view.ts';
import { sameValue } from '../../../views/form/draft.ts';
import { readSort } from '../../../views/sort/read-sort.ts';

export const screensPath = '/api/ui/screens';

export const layouts = ['list', 'kanban', 'calendar', 'dashboard', 'form', 'detail'] as const;
export type ScreenLayout = (typeof layouts)[number];

/** A screen as the server stores it. */
export interface ScreenRecord extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly modelKey: string | null;
  readonly layout: string | null;
  readonly columns: readonly string[] | null;
  readonly defaultFilter: Filter | null;
  /** `{value: -1}`, or several keys in order: `['-value', 'name']`. */
  readonly defaultSort: Readonly<Record<string, unknown>> | readonly string[] | null;
  readonly groupByField: string | null;
  readonly dateField: string | null;
  readonly dashboardId?: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly active: boolean;
  readonly roleNames: readonly string[] | null;
  readonly teamIds?: readonly string[] | null;
  readonly settings: Readonly<Record<string, unknown>> | null;
}

/** The values of the editor. */
export interface ScreenValues {
  readonly name: string;
  readonly description: string;
  readonly modelKey: string | null;
  readonly layout: ScreenLayout;
  readonly columns: readonly string[];
  readonly defaultFilter: Filter | null;
  /** Example: `['-value', 'name']`. */
  readonly sort: readonly string[];
  readonly groupByField: string | null;
  readonly dateField: string | null;
  readonly dashboardId: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly roleNames: readonly string[];
  readonly teamIds: readonly string[];
  readonly active: boolean;
}

const isLayout = (text: unknown): text is ScreenLayout => layouts.some((layout) => layout === text);

export const emptyScreen: ScreenValues = {
  name: '',
  description: '',
  modelKey: null,
  layout: 'list',
  columns: [],
  defaultFilter: null,
  sort: [],
  groupByField: null,
  dateField: null,
  dashboardId: null,
  icon: null,
  color: null,
  roleNames: [],
  teamIds: [],
  active: true,
};

export const valuesOf = (screen: ScreenRecord): ScreenValues => ({
  name: screen.name,
  description: screen.description ?? '',
  modelKey: screen.modelKey,
  layout: isLayout(screen.layout) ? screen.layout : 'list',
  columns: screen.columns ?? [],
  defaultFilter: screen.defaultFilter,
  sort: readSort(screen.defaultSort),
  groupByField: screen.groupByField,
  dateField: screen.dateField,
  dashboardId: screen.dashboardId ?? null,
  icon: screen.icon,
  color: screen.color,
  roleNames: screen.roleNames ?? [],
  teamIds: screen.teamIds ?? [],
  active: screen.active,
});

/** The changed fields in the form of the API. Fields that the model does not have are omitted. */
export function changesOf(values: ScreenValues, before: ScreenValues, model: Model): Record<string, unknown> {
  const known = new Set(model.fields.map(({ key }) => key));
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(values) as (keyof ScreenValues)[]) {
    if (sameValue(values[key], before[key])) continue;
    if (key === 'sort') changes.defaultSort = values.sort.length > 0 ? values.sort : null;
    else if (key === 'name' || key === 'description') changes[key] = values[key].trim() || null;
    else if (known.has(key)) changes[key] = values[key];
  }
  return changes;
}

/** Changes the model. Only choices that the new model supports are kept. */
export function withModel(values: ScreenValues, model: Model, modelKey: string): ScreenValues {
  const known = new Set(model.fields.map(({ key }) => key));
  const keep = (key: string | null) => (key !== null && known.has(key.replace(/^-/, '')) ? key : null);
  const filterKeys = Object.keys(values.defaultFilter ?? {});
  return {
    ...values,
    modelKey,
    columns: values.columns.filter((key) => known.has(key)),
    defaultFilter: filterKeys.every((key) => known.has(key)) ? values.defaultFilter : null,
    sort: values.sort.filter((key) => keep(key) !== null),
    groupByField: keep(values.groupByField),
    dateField: keep(values.dateField),
  };
}

/** The view state of the preview. */
export const viewStateOf = (values: ScreenValues): ViewState => ({
  filter: values.defaultFilter ?? undefined,
  sort: values.sort.length > 0 ? values.sort : undefined,
  columns: values.columns.length > 0 ? values.columns : undefined,
  groupBy: values.groupByField ?? undefined,
  dateField: values.dateField ?? undefined,
});

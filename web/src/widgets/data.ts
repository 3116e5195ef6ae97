import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { timeZone } from '~/lib/time-zone.ts';
import type { Period, Widget, WidgetData } from './widget.ts';

export const dashboardsPath = '/api/ui/dashboards';

export interface Dashboard extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly widgets: readonly Widget[] | null;
  readonly period: Period | null;
  /** Filters for all widgets, by model. */
  readonly filters: Readonly<Record<string, Filter>> | null;
  readonly refreshSeconds: number | null;
  readonly visibility: 'private' | 'team' | 'everyone' | null;
  readonly teamId: string | null;
  readonly ownerId: string | null;
}

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: keys.record(dashboardsPath, id),
    queryFn: ({ signal }) => records.get(dashboardsPath, id, [], signal) as unknown as Promise<Dashboard>,
  });

/** The data of all widgets of a saved dashboard. */
export const dataQuery = (id: string, period: Period | undefined, version: number) =>
  queryOptions({
    queryKey: [...keys.model(dashboardsPath), 'data', id, period ?? null, version, timeZone()],
    queryFn: ({ signal }) =>
      request<{ widgets: readonly WidgetData[] }>('GET', `${dashboardsPath}/${id}/data`, {
        query: { period, tz: timeZone() },
        signal,
      }),
    placeholderData: (before) => before,
  });

/** The data of a widget that is not saved yet. */
export const previewQuery = (widget: Widget, { period, filters }: Pick<Dashboard, 'period' | 'filters'>) =>
  queryOptions({
    queryKey: [...keys.model(dashboardsPath), 'preview', widget, period, filters, timeZone()],
    queryFn: ({ signal }) =>
      request<WidgetData>('POST', `${dashboardsPath}/preview`, {
        body: { widget, period: period ?? undefined, filters: filters ?? undefined, tz: timeZone() },
        signal,
      }),
    placeholderData: (before) => before,
    retry: false,
  });

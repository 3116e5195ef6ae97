import { useQueries, useQuery } from '@tanstack/react-query';
import { type Dashboard, dataQuery, previewQuery } from '~/widgets/data.ts';
import type { Widget, WidgetData } from '~/widgets/widget.ts';

/** What decides the data of a widget: everything but its place. */
const contentOf = ({ x: _x, y: _y, w: _w, h: _h, ...content }: Widget): Widget => content;

const keyOf = (widget: Widget): string => JSON.stringify(contentOf(widget));

/** The data of widgets while they are edited: that of the dashboard where it is known, a preview for the others. */
export function useDraftData(dashboard: Dashboard, widgets: readonly Widget[]): (WidgetData | undefined)[] {
  const { _id, version, widgets: stored } = dashboard;
  const { data } = useQuery(dataQuery(_id, undefined, version));
  const known = new Map(stored?.map((widget, n) => [keyOf(widget), data?.widgets[n]]));
  const previews = useQueries({
    queries: widgets.map((widget) => ({
      ...previewQuery(contentOf(widget), dashboard),
      enabled: !known.has(keyOf(widget)),
    })),
  });
  return widgets.map((widget, n) => known.get(keyOf(widget)) ?? previews[n]?.data);
}

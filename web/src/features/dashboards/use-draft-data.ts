import { useQueries, useQuery } from '@tanstack/react-query';
import { type Dashboard, dataQuery, previewQuery } from '~/widgets/data.ts';
import type { Widget, WidgetData } from '~/widgets/widget.ts';

/** The settings that affect the data of a widget: all except its position. */
const contentOf = ({ x: _x, y: _y, w: _w, h: _h, ...content }: Widget): Widget => content;

const keyOf = (widget: Widget): string => JSON.stringify(contentOf(widget));

/** The data of widgets during editing. Unchanged widgets use the dashboard's data, others a preview. */
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

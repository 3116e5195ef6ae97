import type { Registry } from '~/metadata/registry.ts';
import type { Widget, WidgetData } from './widget.ts';

/** The data of a widget with labels of the registry, because those are translated and the server's are English. */
export function labelled(registry: Registry, { title, groupBy }: Widget, data: WidgetData): WidgetData {
  const model = registry.at(data.moduleKey ?? '', data.slug ?? '');
  if (!model) return data;
  const options = groupBy === undefined ? undefined : registry.field(model, groupBy)?.options;
  const optionOf = (key: unknown) => options?.find(({ value }) => value === key)?.label;
  return {
    ...data,
    title: title || model.labelPlural,
    series: data.series.map((point) => ({ ...point, label: optionOf(point.key) ?? point.label })),
    ...(data.columns && {
      columns: data.columns.map((column) => ({
        ...column,
        label: registry.field(model, column.key)?.label ?? column.label,
      })),
    }),
  };
}

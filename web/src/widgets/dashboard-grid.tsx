import type { CSSProperties, ReactNode } from 'react';
import { compacted, placesOf, readingOrder } from './layout.ts';
import type { Widget, WidgetData } from './widget.ts';
import { WidgetCard } from './widget-card.tsx';
import styles from './widgets.module.css';

interface DashboardGridProps {
  readonly widgets: readonly Widget[];
  /** Data by index of the widget; undefined while it loads. */
  readonly data: readonly (WidgetData | undefined)[];
  /** Controls of the editor, by index of the widget. */
  readonly actions?: ((index: number) => ReactNode) | undefined;
}

/** The widgets at their positions. Narrow windows show them in one column. */
export function DashboardGrid({ widgets, data, actions }: DashboardGridProps) {
  const places = compacted(placesOf(widgets));
  return (
    <div className={styles.container}>
      <div className={styles.placed}>
        {readingOrder(places).map((index) => {
          const widget = widgets[index] as Widget;
          const { x = 0, y = 0, w = 1, h = 1 } = places[index] ?? {};
          const place = { '--column': `${x + 1} / span ${w}`, '--row': `${y + 1} / span ${h}` } as CSSProperties;
          return (
            <div key={index} className={styles.stacked} data-type={widget.type} style={place}>
              <WidgetCard widget={widget} data={data[index]} actions={actions?.(index)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

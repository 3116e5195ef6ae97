import 'react-grid-layout/css/styles.css';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { GridLayout, type LayoutItem, useContainerWidth } from 'react-grid-layout';
import { useTranslation } from 'react-i18next';
import { DashboardGrid } from '~/widgets/dashboard-grid.tsx';
import { columns, compacted, gap, minSize, type Place, placesOf, rowHeight, stepped } from '~/widgets/layout.ts';
import type { Widget, WidgetData } from '~/widgets/widget.ts';
import { WidgetCard } from '~/widgets/widget-card.tsx';
import styles from './editable-grid.module.css';

/**
 * Below this width the widgets are in one column and cannot be moved. The styles of DashboardGrid use the same width.
 */
const minGridWidth = 640;

interface GridEditing {
  readonly onPlaces: (places: readonly Place[]) => void;
  readonly actions: (index: number) => ReactNode;
}

interface EditableGridProps {
  readonly widgets: readonly Widget[];
  /** Data by index of the widget; undefined while it loads. */
  readonly data: readonly (WidgetData | undefined)[];
  readonly editing: GridEditing;
}

/**
 * The grid of a dashboard in the editor. Widgets are moved with the pointer, or with the arrow keys on their handles.
 */
export function EditableGrid({ widgets, data, editing }: EditableGridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const places = placesOf(widgets);
  const narrow = width < minGridWidth;
  return (
    <div ref={containerRef as never}>
      {mounted && narrow && <DashboardGrid widgets={widgets} data={data} actions={editing.actions} />}
      {mounted && !narrow && (
        <PlacedWidgets widgets={widgets} data={data} editing={editing} places={places} width={width} />
      )}
    </div>
  );
}

interface PlacedWidgetsProps extends EditableGridProps {
  readonly places: readonly Place[];
  readonly width: number;
}

function PlacedWidgets({ widgets, data, editing, places, width }: PlacedWidgetsProps) {
  const { t } = useTranslation('dashboards');
  const [announcement, setAnnouncement] = useState('');
  const layout: LayoutItem[] = places.map((place, index) => ({
    i: String(index),
    ...place,
    minW: minSize.w,
    minH: minSize.h,
  }));
  const keep = (next: readonly LayoutItem[]) => {
    const changed = places.map((place, index) => {
      const item = next.find(({ i }) => i === String(index));
      return item ? { x: item.x, y: item.y, w: item.w, h: item.h } : place;
    });
    const same = changed.every((place, n) => JSON.stringify(place) === JSON.stringify(places[n]));
    if (!same) editing.onPlaces(changed);
  };
  const onKey = (index: number) => (event: KeyboardEvent) => {
    const place = places[index];
    if (!place) return;
    const next = stepped(place, event.key, event.shiftKey);
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (!next) return;
    editing.onPlaces(compacted(places.map((other, n) => (n === index ? next : other))));
    setAnnouncement(t('placed', { column: next.x + 1, row: next.y + 1, width: next.w, height: next.h }));
  };
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <GridLayout
        className={styles.grid}
        width={width}
        layout={layout}
        gridConfig={{ cols: columns, rowHeight, margin: [gap, gap], containerPadding: [0, 0] }}
        dragConfig={{ enabled: true, handle: '[data-handle]' }}
        resizeConfig={{ enabled: true }}
        // Positions are stored here instead of on each layout change, because a late layout event would undo the next
        // arrow key.
        onDragStop={keep}
        onResizeStop={keep}
      >
        {widgets.map((widget, index) => (
          <div key={String(index)}>
            <WidgetCard
              widget={widget}
              data={data[index]}
              handle={
                <Tooltip label={t('moveHint')} multiline maw={260}>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    className={styles.handle}
                    data-handle
                    aria-label={t('move', { title: widget.title ?? t(`type.${widget.type}`) })}
                    onKeyDown={onKey(index)}
                  >
                    <IconGripVertical size={15} />
                  </ActionIcon>
                </Tooltip>
              }
              actions={editing.actions(index)}
            />
          </div>
        ))}
      </GridLayout>
    </>
  );
}

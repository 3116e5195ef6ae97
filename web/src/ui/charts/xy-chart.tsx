import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Axes } from './axes.tsx';
import { Bars } from './bars.tsx';
import styles from './charts.module.css';
import { ActiveDots, Cursor } from './cursor.tsx';
import { type ChartInput, type Geometry, geometryOf, indexAt } from './geometry.ts';
import { Legend } from './legend.tsx';
import { Lines } from './lines.tsx';
import { textWidth } from './text-width.ts';
import { Tooltip } from './tooltip.tsx';
import { useActivePoint } from './use-active-point.ts';
import { useSize } from './use-size.ts';

interface XyChartProps extends ChartInput {
  /** The accessible name of the chart. */
  readonly label: string;
  readonly formatValue: (value: number) => string;
  /** Height in pixels. Without one, the chart is as high as its parent. */
  readonly height?: number | undefined;
  readonly withLegend?: boolean | undefined;
  /** Opens the records of the label with this index. */
  readonly onOpen?: ((index: number) => void) | undefined;
}

/** Bars, lines or areas over labels. The arrow keys move between points and announce their values. */
export function XyChart({ label, formatValue, height, withLegend = false, onOpen, ...input }: XyChartProps) {
  const { t } = useTranslation('common');
  const { kind, labels, series, lying, stacked, formatTick } = input;
  const { ref, size } = useSize<HTMLDivElement>();
  const [highlighted, setHighlighted] = useState<number>();
  const geometry = useMemo(
    () => size && geometryOf({ kind, labels, series, lying, stacked, formatTick }, size.width, size.height, textWidth),
    [kind, labels, series, lying, stacked, formatTick, size],
  );
  const { active, handlers } = useActivePoint({
    count: labels.length,
    indexAt: (x, y) => (geometry ? indexAt(geometry, x, y) : 0),
    onOpen,
  });
  const rows = active ? series.map((one) => ({ ...one, text: textOf(one.values[active.index], formatValue) })) : [];
  const title = active ? (labels[active.index] ?? '') : '';
  const Marks = kind === 'bar' ? Bars : Lines;
  return (
    <div className={styles.chart} style={{ blockSize: height ?? '100%' }}>
      <div
        ref={ref}
        className={styles.plot}
        role="application"
        aria-label={label}
        aria-description={t(onOpen ? 'chart.helpOpen' : 'chart.help')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the values of the chart
        tabIndex={0}
        data-opens={onOpen !== undefined}
        {...handlers}
      >
        {geometry && size && (
          <svg role="img" aria-label={label} width={size.width} height={size.height}>
            {active && <Cursor geometry={geometry} index={active.index} />}
            <Axes geometry={geometry} />
            <Marks geometry={geometry} series={series} highlighted={highlighted} />
            {active && kind !== 'bar' && <ActiveDots geometry={geometry} index={active.index} series={series} />}
          </svg>
        )}
        {active && geometry && size && (
          <Tooltip title={title} rows={rows} place={placeOf(geometry, active.index, size.width, size.height)} />
        )}
        <VisuallyHidden aria-live="polite">
          {active?.byKey && `${title}: ${rows.map((row) => `${row.label} ${row.text}`).join(', ')}`}
        </VisuallyHidden>
      </div>
      {withLegend && <Legend series={series} onHighlight={setHighlighted} />}
    </div>
  );
}

const textOf = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/**
 * Puts the tooltip on the side of the point with more room. Horizontal bars leave no room there, so it goes above or
 * below.
 */
function placeOf({ positions, band, lying, kind }: Geometry, n: number, width: number, height: number): CSSProperties {
  const at = positions[n] ?? 0;
  const away = (kind === 'bar' ? band / 2 : 0) + 8;
  if (lying) {
    const first = at < height / 2;
    return { insetInlineEnd: 8, ...(first ? { top: at + away } : { bottom: height - at + away }) };
  }
  const start = at < width / 2;
  const room = Math.max(start ? width - at : at, width / 2) - away;
  return { top: 8, maxInlineSize: room, ...(start ? { left: at + away } : { right: width - at + away }) };
}

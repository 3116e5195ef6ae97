import { useTranslation } from 'react-i18next';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { cardLook } from '~/ui/table/look.ts';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

type Point = WidgetData['series'][number];

interface NumberTableProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** The numbers of a chart as a table, for people who cannot see the chart or want the numbers. */
export function NumberTable({ widget, data }: NumberTableProps) {
  const { t } = useTranslation('dashboards');
  const format = useFormat(data.unit?.currency);
  const columns: Column<Point>[] = [
    {
      key: 'group',
      title: t('group'),
      cell: (point) => (
        <RecordsLink data={data} filter={point.filter} className={styles.link}>
          {format.group(widget, point)}
        </RecordsLink>
      ),
    },
    { key: 'value', title: t('value'), align: 'right', cell: ({ value }) => format.value(value) },
  ];
  return <DataTable columns={columns} rows={data.series} rowKey={({ key }) => String(key)} look={cardLook} />;
}

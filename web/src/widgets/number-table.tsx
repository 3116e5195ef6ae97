import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { Widget, WidgetData } from './widget.ts';
import styles from './widgets.module.css';

interface NumberTableProps {
  readonly widget: Widget;
  readonly data: WidgetData;
}

/** The numbers of a chart as a table, for people who cannot see the chart or want the numbers. */
export function NumberTable({ widget, data }: NumberTableProps) {
  const { t } = useTranslation('dashboards');
  const format = useFormat();
  return (
    <div className={styles.scroll}>
      <Table fz="sm" verticalSpacing={4} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('group')}</Table.Th>
            <Table.Th ta="right">{t('value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.series.map((point) => (
            <Table.Tr key={String(point.key)}>
              <Table.Td>
                <RecordsLink data={data} filter={point.filter} className={styles.link}>
                  {format.group(widget, point)}
                </RecordsLink>
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {format.value(point.value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

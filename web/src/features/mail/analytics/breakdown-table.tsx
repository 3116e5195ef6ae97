import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
import type { Counts } from '../mail-api.ts';

interface BreakdownRow {
  readonly key: string;
  readonly label: string;
  /** The web address to which the row links. */
  readonly href?: string | undefined;
  readonly counts: Partial<Counts> | undefined;
}

const shown = ['sent', 'delivered', 'uniqueOpens', 'uniqueClicks', 'bounced', 'complained'] as const;

interface BreakdownTableProps {
  readonly label: string;
  /** The heading of the first column. */
  readonly of: string;
  readonly rows: readonly BreakdownRow[];
  readonly counts?: readonly (keyof Counts)[];
}

/** The counts of a period, broken down by a property. */
export function BreakdownTable({ label, of, rows, counts = shown }: BreakdownTableProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed" py="sm">
        {t('analytics.nothing')}
      </Text>
    );
  const columns: Column<BreakdownRow>[] = [
    { key: 'label', title: of, cell: (row) => <RowLabel row={row} /> },
    ...counts.map(
      (count): Column<BreakdownRow> => ({
        key: count,
        title: t(`counts.${count}`),
        align: 'right',
        cell: (row) => (row.counts ? format.number(row.counts[count]) : '…'),
      }),
    ),
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      minWidth={counts.length > 2 ? 560 : 280}
    />
  );
}

function RowLabel({ row: { label, href } }: { readonly row: BreakdownRow }) {
  if (href === undefined || !/^https?:\/\//i.test(href)) return label;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {label}
    </Anchor>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageRow } from '~/api/ai.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { useUsageFormat } from './usage-format.ts';

interface UsageTableProps {
  readonly label: string;
  /** The heading of the first column. */
  readonly first: string;
  readonly rows: readonly UsageRow[];
  readonly name: (row: UsageRow) => ReactNode;
  readonly currency: string;
}

/** A table of use and cost, most expensive first. */
export function UsageTable({ label, first, rows, name, currency }: UsageTableProps) {
  const { t } = useTranslation('admin-ai');
  const format = useUsageFormat(currency);
  const sorted = [...rows].sort((a, b) => Number(b.cost ?? 0) - Number(a.cost ?? 0) || b.totalTokens - a.totalTokens);
  return (
    <ListTable
      label={label}
      rowKey={({ userId, model }) => `${userId} ${model}`}
      empty={null}
      pages={{ rows: sorted, isPending: false, error: null, retry: () => {} }}
      columns={[
        { key: 'name', title: first, cell: name },
        { key: 'requests', title: t('usage.requests'), align: 'right', cell: (row) => format.number(row.requests) },
        {
          key: 'prompt',
          title: t('usage.promptTokens'),
          align: 'right',
          wide: true,
          cell: (row) => format.number(row.promptTokens),
        },
        {
          key: 'completion',
          title: t('usage.completionTokens'),
          align: 'right',
          wide: true,
          cell: (row) => format.number(row.completionTokens),
        },
        { key: 'cost', title: t('usage.cost'), align: 'right', cell: (row) => format.cost(row.cost) },
      ]}
    />
  );
}

import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import classes from '~/views/parts/parts.module.css';
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
  return (
    <Table.ScrollContainer minWidth={counts.length > 2 ? 560 : 280} type="native">
      <Table verticalSpacing={6} aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{of}</Table.Th>
            {counts.map((count) => (
              <Table.Th key={count} ta="right">
                {t(`counts.${count}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td>
                {row.href !== undefined && /^https?:\/\//i.test(row.href) ? (
                  <Anchor href={row.href} target="_blank" rel="noreferrer" size="sm">
                    {row.label}
                  </Anchor>
                ) : (
                  row.label
                )}
              </Table.Td>
              {counts.map((count) => (
                <Table.Td key={count} ta="right" className="tabular">
                  {row.counts ? format.number(row.counts[count]) : '…'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Anchor, Group, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Included, type ListInput, type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { useFormat } from './format.ts';
import classes from './parts.module.css';

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly render: (record: RecordData, included: Included) => ReactNode;
  readonly align?: 'right';
  /** Left out on phones. */
  readonly wide?: boolean;
}

interface PagedTableProps {
  readonly label: string;
  readonly path: string;
  readonly input: ListInput;
  readonly columns: readonly Column[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** The page of a record: its first column is the link. */
  readonly linkTo?: (record: RecordData) => string;
  readonly actions?: (record: RecordData) => ReactNode;
  readonly empty: ReactNode;
}

const limit = 25;

/** Records of a model, page by page. */
export function PagedTable({ label, path, input, columns, page, onPage, linkTo, actions, empty }: PagedTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = { ...input, page, limit };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.list(path, query),
    queryFn: ({ signal }) => records.list(path, query, signal),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <LoadingRows />;
  if (data.data.length === 0) return empty;
  const { total, totalExact } = data.meta;
  const pages = Math.ceil((total ?? 0) / limit);
  const visibleFrom = (column: Column) => (column.wide ? 'sm' : undefined);
  return (
    <Stack gap="sm">
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <Table.ScrollContainer minWidth={300} type="native">
        <Table verticalSpacing={6} highlightOnHover aria-label={label} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.key} ta={column.align} visibleFrom={visibleFrom(column)}>
                  {column.label}
                </Table.Th>
              ))}
              {actions && <Table.Th aria-label={t('actions')} w={44} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((record) => (
              <Table.Tr key={record._id}>
                {columns.map((column, n) => {
                  const cell = column.render(record, data.included ?? {});
                  return (
                    <Table.Td
                      key={column.key}
                      ta={column.align}
                      visibleFrom={visibleFrom(column)}
                      className={column.align && 'tabular'}
                    >
                      {n === 0 && linkTo ? (
                        <Anchor component={Link} to={linkTo(record)} size="sm" fw={500} c="inherit">
                          {cell}
                        </Anchor>
                      ) : (
                        cell
                      )}
                    </Table.Td>
                  );
                })}
                {actions && <Table.Td ta="right">{actions(record)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" gap="sm">
        <Text size="xs" c="dimmed" className="tabular">
          {t(totalExact === false ? 'table.totalAtLeast' : 'table.total', {
            count: total ?? 0,
            number: format.number(total),
          })}
        </Text>
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={onPage}
            getControlProps={(control) => ({ 'aria-label': t(`table.${control}`) })}
          />
        )}
      </Group>
    </Stack>
  );
}

function LoadingRows() {
  return (
    <Stack gap={6} aria-busy="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={32} radius="sm" />
      ))}
    </Stack>
  );
}

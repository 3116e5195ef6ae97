import { Anchor, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type ListInput, type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { useFormat } from './format.ts';

interface PagedTableProps {
  readonly label: string;
  readonly path: string;
  readonly input: ListInput;
  readonly columns: readonly Column[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** The page of a record, linked from the first column. */
  readonly linkTo?: (record: RecordData) => string;
  readonly actions?: (record: RecordData) => ReactNode;
  readonly empty: ReactNode;
}

const limit = 25;

/** Shows the records of a model page by page. */
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
  const linked = columns.map((column, n) => (n === 0 && linkTo ? withLink(column, linkTo) : column));
  const buttons: Column | undefined = actions && {
    key: 'actions',
    title: t('actions'),
    titleHidden: true,
    width: 44,
    align: 'right',
    cell: actions,
  };
  return (
    <Stack gap="sm">
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <DataTable
        label={label}
        columns={buttons ? [...linked, buttons] : linked}
        rows={data.data}
        rowKey={({ _id }) => _id}
        included={data.included}
        look="lines"
      />
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

const withLink = (column: Column, linkTo: (record: RecordData) => string): Column => ({
  ...column,
  cell: (record, included) => (
    <Anchor component={Link} to={linkTo(record)} size="sm" fw={500} c="inherit">
      {column.cell(record, included)}
    </Anchor>
  ),
});

function LoadingRows() {
  return (
    <Stack gap={6} aria-busy="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={32} radius="sm" />
      ))}
    </Stack>
  );
}

import { Anchor, Group, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type ListInput, type Page, type RecordData, records } from '~/api/records.ts';
import type { Column } from '~/ui/table/column.ts';
import { linesLook } from '~/ui/table/look.ts';
import { useFormat } from './format.ts';
import { ListTable } from './list-table.tsx';

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
  const query = { ...input, page, limit };
  const { data, error, refetch, isPending, isFetching } = useQuery({
    queryKey: keys.list(path, query),
    queryFn: ({ signal }) => records.list(path, query, signal),
    placeholderData: keepPreviousData,
  });
  const linked = columns.map((column, n) => (n === 0 && linkTo ? withLink(column, linkTo) : column));
  const buttons: Column | undefined = actions && {
    key: 'actions',
    title: t('actions'),
    titleHidden: true,
    width: 44,
    align: 'right',
    cell: actions,
  };
  const list = { rows: data?.data ?? [], included: data?.included, isPending, isFetching, error, retry: refetch };
  return (
    <Stack gap="sm">
      <ListTable
        label={label}
        columns={buttons ? [...linked, buttons] : linked}
        rowKey={({ _id }) => _id}
        empty={empty}
        pages={list}
        look={linesLook}
      />
      {data && data.data.length > 0 && <Pages meta={data.meta} page={page} onPage={onPage} />}
    </Stack>
  );
}

interface PagesProps extends Pick<PagedTableProps, 'page' | 'onPage'> {
  readonly meta: Page['meta'];
}

/** The number of records, and buttons for the other pages. */
function Pages({ meta: { total, totalExact }, page, onPage }: PagesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = Math.ceil((total ?? 0) / limit);
  return (
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

import { Button, Center, ScrollArea, Skeleton, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import classes from './admin-table.module.css';
import type { Pages } from './use-pages.ts';

export interface Column<T> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Left out on phones: what the person can do without there. */
  readonly wide?: boolean;
  readonly align?: 'right';
  readonly width?: number | string;
  /** The title is only for screen readers, as above a column of buttons. */
  readonly titleHidden?: boolean;
}

interface AdminTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly empty: ReactNode;
  readonly pages: Pick<Pages<T>, 'rows' | 'isPending' | 'error' | 'retry'> & Partial<Pages<T>>;
}

const skeletonRows = ['a', 'b', 'c', 'd'];

/** A table of the administration, with its states: loading, failed, empty, more to read. */
export function AdminTable<T>({ label, columns, rowKey, empty, pages }: AdminTableProps<T>) {
  const { t } = useTranslation('admin');
  const { rows, isPending, error, retry, hasMore, readMore, isFetching } = pages;
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={retry} />;
  if (!isPending && rows.length === 0) return <div className={classes.frame}>{empty}</div>;
  return (
    <>
      <ScrollArea className={classes.frame} type="auto" scrollbarSize={8}>
        <Table
          aria-label={label}
          aria-busy={isPending}
          verticalSpacing={6}
          horizontalSpacing="sm"
          className={classes.table}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ key, title, wide, align, width, titleHidden }) => (
                <Table.Th
                  key={key}
                  scope="col"
                  ta={align ?? 'left'}
                  w={width}
                  className={wide ? classes.wide : undefined}
                >
                  {titleHidden ? <span className={classes.hidden}>{title}</span> : title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {isPending
              ? skeletonRows.map((row) => (
                  <Table.Tr key={row}>
                    {columns.map(({ key, wide }) => (
                      <Table.Td key={key} className={wide ? classes.wide : undefined}>
                        <Skeleton h={14} my={4} radius="sm" />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))
              : rows.map((row) => (
                  <Table.Tr key={rowKey(row)}>
                    {columns.map(({ key, cell, wide, align }) => (
                      <Table.Td key={key} ta={align ?? 'left'} className={wide ? classes.wide : undefined}>
                        {cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {hasMore && (
        <Center mt="sm">
          <Button variant="default" size="xs" onClick={readMore} loading={isFetching ?? false}>
            {t('table.more')}
          </Button>
        </Center>
      )}
    </>
  );
}

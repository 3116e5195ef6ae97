import { Button, Center } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { frameLook, type Look } from '~/ui/table/look.ts';
import type { Pages } from './use-pages.ts';

interface ListTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly empty: ReactNode;
  readonly pages: Pick<Pages<Row>, 'rows' | 'isPending' | 'error' | 'retry'> & Partial<Pages<Row>>;
  readonly look?: Look;
}

/** A list with a button that loads more rows. It also shows the states loading, failed and empty. */
export function ListTable<Row>({ label, columns, rowKey, empty, pages, look = frameLook }: ListTableProps<Row>) {
  const { t } = useTranslation();
  const { rows, included, isPending, error, retry, hasMore, readMore, isFetching } = pages;
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={retry} />;
  if (!isPending && rows.length === 0) return <div className={look.scroll}>{empty}</div>;
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        included={included}
        isPending={isPending}
        look={look}
      />
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

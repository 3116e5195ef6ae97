import { Skeleton, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Included, RecordData } from '~/api/records.ts';
import classes from './data-table.module.css';

export interface Column<Row = RecordData> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row, included: Included) => ReactNode;
  /** True when phones omit the column. */
  readonly wide?: boolean;
  readonly align?: 'right';
  readonly width?: number | string;
  /** True when only screen readers get the title, as above a column of buttons. */
  readonly titleHidden?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly included?: Included | undefined;
  /** True when placeholders replace the rows. */
  readonly isPending?: boolean;
  /** Minimum width of the table in pixels. In less space the table scrolls. */
  readonly minWidth?: number;
  /** The table has lines above and below, or a frame. */
  readonly look: 'lines' | 'frame';
}

const pendingRows = ['a', 'b', 'c', 'd'];

/** The rows and columns of a read-only table. `PagedTable` and `ListTable` load the rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, included = {}, isPending = false, minWidth = 300, look } = props;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" className={look === 'frame' ? classes.frame : undefined}>
      <Table
        aria-label={label}
        aria-busy={isPending || undefined}
        verticalSpacing={6}
        horizontalSpacing={look === 'frame' ? 'sm' : 'xs'}
        highlightOnHover={look === 'lines'}
        className={look === 'frame' ? classes.framed : classes.lines}
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
                {titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isPending
            ? pendingRows.map((row) => (
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
                    <Table.Td
                      key={key}
                      ta={align ?? 'left'}
                      className={[wide && classes.wide, align && 'tabular'].filter(Boolean).join(' ')}
                    >
                      {cell(row, included)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

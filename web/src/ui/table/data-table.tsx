import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type HTMLAttributes, memo, type ReactNode, type Ref } from 'react';
import type { Included } from '~/api/records.ts';
import type { Column } from './column.ts';
import { type Look, linesLook } from './look.ts';
import { placeClass, type RowProps, TableRow } from './table-row.tsx';

type Attributes<Element> = HTMLAttributes<Element> & {
  readonly ref?: Ref<Element>;
  readonly [key: `data-${string}`]: unknown;
};

interface DataTableProps<Row> {
  readonly label?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly included?: Included | undefined;
  /** True when placeholders replace the rows. */
  readonly isPending?: boolean;
  /** Minimum width of the table in pixels. In less space the table scrolls. */
  readonly minWidth?: number;
  readonly look?: Look;
  /** Rows below the others, such as totals. */
  readonly foot?: readonly Row[];
  readonly rowProps?: (row: Row) => RowProps;
  readonly scrollProps?: Attributes<HTMLDivElement>;
  readonly tableProps?: Attributes<HTMLTableElement>;
  readonly bodyStyle?: CSSProperties;
}

const nothingIncluded: Included = {};
const pendingRows = ['a', 'b', 'c', 'd'];

/**
 * The one table of the console. `PagedTable` and `ListTable` load its rows; `TableGrid` gives it the rows in view, and
 * the keys and columns of a spreadsheet.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, included = nothingIncluded, isPending = false, foot } = props;
  const { minWidth, look = linesLook, rowProps, scrollProps, tableProps, bodyStyle } = props;
  const row = { look, included, rowProps };
  return (
    <div {...scrollProps} className={look.scroll}>
      <table
        aria-label={label}
        aria-busy={isPending || undefined}
        {...tableProps}
        className={look.table}
        style={{ minWidth, ...tableProps?.style }}
      >
        <Titles columns={columns} look={look} isCounted={tableProps?.['aria-rowcount'] !== undefined} />
        {isPending ? (
          <PendingRows columns={columns} look={look} />
        ) : (
          <tbody className={look.body} style={bodyStyle}>
            {rows.map((one) => (
              <TableRow key={rowKey(one)} {...row} columns={columns} row={one} />
            ))}
          </tbody>
        )}
        {foot && (
          <tfoot className={look.foot}>
            {foot.map((one) => (
              <TableRow key={rowKey(one)} {...row} columns={columns} row={one} />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface TitlesProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly look: Look;
  /** True when rows have numbers, because not all of them are in the document. */
  readonly isCounted: boolean;
}

const Titles = memo(function Titles<Row>({ columns, look, isCounted }: TitlesProps<Row>) {
  return (
    <thead className={look.head}>
      <tr className={look.headRow} aria-rowindex={isCounted ? 1 : undefined}>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={column.sorted}
            className={placeClass(look, look.headCell, column)}
            style={{ width: column.width, left: column.left }}
          >
            {column.titleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}) as <Row>(props: TitlesProps<Row>) => ReactNode;

function PendingRows<Row>({ columns, look }: Pick<TitlesProps<Row>, 'columns' | 'look'>) {
  const pending = columns.map(({ cellProps: _, ...column }) => ({
    ...column,
    cell: () => <Skeleton h={14} my={4} radius="sm" />,
  }));
  return (
    <tbody className={look.body}>
      {pendingRows.map((row) => (
        <TableRow key={row} row={row} columns={pending} look={look} included={nothingIncluded} rowProps={undefined} />
      ))}
    </tbody>
  );
}

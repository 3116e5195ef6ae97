import { shallowEqual } from '@mantine/hooks';
import { type HTMLAttributes, memo } from 'react';
import type { Included } from '~/api/records.ts';
import type { Column } from './column.ts';
import type { Look } from './look.ts';

export type RowProps = HTMLAttributes<HTMLTableRowElement> & { readonly [key: `data-${string}`]: unknown };

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly included: Included;
  readonly look: Look;
  readonly rowProps: ((row: Row) => RowProps) | undefined;
}

/** The class of a title or cell: its place, and what the column adds. */
export const placeClass = <Row,>(look: Look, base: string | undefined, column: Column<Row>, more?: string): string => {
  let name = base ?? '';
  if (column.align === 'right') name += ` ${look.right ?? ''}`;
  if (column.wide) name += ` ${look.wide ?? ''}`;
  if (column.left !== undefined) name += ` ${look.pinned ?? ''}`;
  if (column.edge) name += ` ${look.edge ?? ''}`;
  return more === undefined ? name : `${name} ${more}`;
};

function PlainRow<Row>({ row, columns, included, look, rowProps }: TableRowProps<Row>) {
  return (
    <tr className={look.row} {...rowProps?.(row)}>
      {columns.map((column) => {
        const { key, left, cell, cellProps, rowTitle } = column;
        const props = cellProps?.(row);
        const Cell = rowTitle ? 'th' : 'td';
        return (
          <Cell
            key={key}
            scope={rowTitle ? 'row' : undefined}
            {...props}
            className={placeClass(look, look.cell, column, props?.className)}
            style={left === undefined ? undefined : { left }}
          >
            {cell(row, included)}
          </Cell>
        );
      })}
    </tr>
  );
}

/** A row is rendered again only if a property of it has changed: a scrolling table renders its rows in each frame. */
export const TableRow = memo(
  PlainRow,
  ({ row: one, ...before }, { row: other, ...after }) =>
    shallowEqual(before, after) && (Object.is(one, other) || shallowEqual(one, other)),
) as typeof PlainRow;

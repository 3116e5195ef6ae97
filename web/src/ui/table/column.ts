import type { ReactNode } from 'react';
import type { Included, RecordData } from '~/api/records.ts';

/** A column of a table: its title, and how it shows a row. */
export interface Column<Row = RecordData> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row, included: Included) => ReactNode;
  /** True when phones omit the column. */
  readonly wide?: boolean;
  readonly align?: 'right' | undefined;
  readonly width?: number | string;
  /** True when only screen readers get the title, as above a column of buttons. */
  readonly titleHidden?: boolean;
  /** True when a cell is the title of its row. */
  readonly rowTitle?: boolean;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** The left offset of a column that stays while the table scrolls sideways, in pixels. */
  readonly left?: number | undefined;
  /** True for the last column that stays. */
  readonly edge?: boolean;
  /** The attributes of a cell that depend on its row. */
  readonly cellProps?: (row: Row) => CellProps;
}

export interface CellProps {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly 'data-active'?: true | undefined;
  readonly 'data-editing'?: true | undefined;
}
